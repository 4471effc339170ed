import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { dimensionNames } from '../../kit/grouping.ts';
import { chiSquareTest } from '../../kit/statistics/chi-square.ts';
import { resultHints, resultObject } from '../../result-schema.ts';
import { blueprint, defaultCategories, defaultLevels } from './blueprint.ts';
import { gapReasons } from './cells.ts';

export const coverageParameters = z.strictObject({
  items: itemsParameter,
  dimensions: z
    .array(z.enum(dimensionNames))
    .min(1)
    .max(dimensionNames.length)
    .refine((names) => new Set(names).size === names.length, 'Dimensions must be unique')
    .default(['category', 'difficulty'])
    .meta({
      description:
        'Fields that define the cells; topics divide the target of their category evenly.',
    }),
  blueprint: blueprint.default([...defaultCategories, ...defaultLevels]),
  tolerance: z.number().min(0).max(0.5).default(0.02).meta({
    description:
      'Maximum deviation of the share of a cell from its target; less than one question never counts.',
  }),
  min_per_cell: z
    .int()
    .min(0)
    .max(10_000)
    .default(5)
    .meta({ description: 'Minimum number of questions in every cell with a target above 0.' }),
});

export type CoverageParameters = z.output<typeof coverageParameters>;

const coordinates = {
  category: z.string().optional().meta({ description: 'Null unless it is one of the dimensions.' }),
  difficulty: z
    .int()
    .optional()
    .meta({ description: 'Level from 0 to 2; null unless it is one of the dimensions.' }),
  topic_focus: z.string().nullable().optional().meta({
    description: 'Null for questions without one, or unless it is one of the dimensions.',
  }),
};

const cellFigures = {
  count: count.meta({ description: 'Number of questions.' }),
  share: share.nullable().meta({ description: 'count / evaluated; null without questions.' }),
  target: share.meta({ description: 'Target share from the blueprint.' }),
  deviation: z
    .number()
    .min(-1)
    .max(1)
    .register(resultHints, { unit: 'points' })
    .nullable()
    .meta({ description: 'share − target.' }),
};

const entropy = share
  .nullable()
  .meta({ description: 'Shannon entropy / its maximum: 1 for a uniform distribution.' });

export const coverageResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: '1 − total_variation_distance.',
    }),
    cells: count.meta({ description: 'Number of cells with questions or a target above 0.' }),
    empty_cells: count.meta({
      description: 'Number of cells with a target above 0 and no questions.',
    }),
    gaps: count.meta({ description: 'Number of cells that lack questions.' }),
    lacking: count.meta({ description: 'Number of questions needed to close all gaps.' }),
    surplus: count.meta({
      description: 'Number of questions beyond the targets of all cells above theirs.',
    }),
    normalized_entropy: entropy,
    total_variation_distance: share.nullable().meta({
      description: 'Share of questions that would have to change cells to match the blueprint.',
    }),
    chi_square: chiSquareTest.nullable().meta({ description: 'Goodness of fit to the blueprint.' }),
  }),
  cells: z
    .array(
      resultObject('CoverageCell', 'A combination of values of the dimensions.', {
        ...coordinates,
        ...cellFigures,
      }),
    )
    .meta({ description: 'Every cell with questions or a target above 0.' }),
  marginals: z
    .array(
      resultObject('CoverageMarginal', 'The distribution over one dimension.', {
        dimension: z
          .enum(dimensionNames)
          .meta({ description: 'What the questions are grouped by.' }),
        normalized_entropy: entropy,
        values: z
          .array(
            resultObject('CoverageMarginalValue', 'One value of a dimension.', {
              value: z
                .union([z.string(), z.number(), z.null()])
                .meta({ description: 'A string, a difficulty level, or null for no topic_focus.' }),
              ...cellFigures,
            }),
          )
          .meta({ description: 'Values with questions or a target above 0.' }),
      }),
    )
    .meta({ description: 'Marginal distributions, one for each dimension.' }),
  gaps: z
    .array(
      resultObject('CoverageGap', 'A cell that lacks questions.', {
        ...coordinates,
        count: count.meta({ description: 'Number of questions it has.' }),
        reason: z
          .enum(gapReasons)
          .optional()
          .meta({
            description:
              'What it falls short of: its target (below_target), or, within tolerance of that or with a ' +
              'smaller one, min_per_cell (below_minimum). Not recorded before engine_version 3.',
          }),
        wanted: count.meta({
          description: 'Number of questions it should have, by its target or by min_per_cell.',
        }),
        lacking: count.meta({ description: 'wanted − count.' }),
      }),
    )
    .meta({ description: 'Cells that lack questions, largest gap first.' }),
  surpluses: z
    .array(
      resultObject('CoverageSurplus', 'A cell above its target.', {
        ...coordinates,
        count: count.meta({ description: 'Number of questions it has.' }),
        wanted: count.meta({ description: 'Number of questions it should have by its target.' }),
        surplus: count.meta({ description: 'count − wanted.' }),
      }),
    )
    .meta({ description: 'Cells above their target, largest surplus first.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      cell: resultObject('CoverageCoordinates', 'Identifies a cell.', coordinates).meta({
        description: 'The cell of the question.',
      }),
    }),
  ),
  warnings,
});

export type CoverageResult = z.output<typeof coverageResult>;
