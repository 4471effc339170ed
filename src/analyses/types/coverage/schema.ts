import { z } from 'zod';
import { blueprint, evenCategories, usualLevels } from './blueprint.ts';
import { chiSquareTest } from '../../kit/statistics/chi-square.ts';
import { dimensionNames } from '../../kit/grouping.ts';
import { count, itemFields, itemsParameter, share, summaryFields, warnings } from '../../envelope.ts';

export const coverageParameters = z.strictObject({
  items: itemsParameter,
  dimensions: z
    .array(z.enum(dimensionNames))
    .min(1)
    .max(dimensionNames.length)
    .refine((names) => new Set(names).size === names.length, 'Each dimension counts once')
    .default(['category', 'difficulty'])
    .meta({ description: 'What cells are made of; topics share out their category evenly.' }),
  blueprint: blueprint.default([...evenCategories, ...usualLevels]),
  tolerance: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.02)
    .meta({ description: 'How far the share of a cell may be from its target.' }),
  min_per_cell: z
    .int()
    .min(0)
    .max(10_000)
    .default(5)
    .meta({ description: 'How many questions every wanted cell should have at least.' }),
});

export type CoverageParameters = z.output<typeof coverageParameters>;

const place = {
  category: z.string().optional(),
  difficulty: z.int().optional(),
  topic_focus: z.string().nullable().optional(),
};

const cellFigures = {
  count,
  share: share.nullable(),
  target: share.meta({ description: 'The share the blueprint wants.' }),
  deviation: z.number().min(-1).max(1).nullable().meta({ description: 'share − target.' }),
};

const entropy = share
  .nullable()
  .meta({ description: "Shannon's entropy over its greatest value: 1 when all cells are alike." });

export const coverageResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'The share of questions that need not move to meet the blueprint.',
    }),
    cells: count.meta({ description: 'How many cells are wanted or filled.' }),
    empty_cells: count.meta({ description: 'How many wanted cells have no question.' }),
    gaps: count.meta({ description: 'How many cells lack questions.' }),
    lacking: count.meta({ description: 'How many questions all gaps lack together.' }),
    normalized_entropy: entropy,
    total_variation_distance: share.nullable().meta({
      description: 'The share of questions that would have to move to meet the blueprint.',
    }),
    chi_square: chiSquareTest
      .nullable()
      .meta({ description: 'Fit of the cells to the blueprint.' }),
  }),
  cells: z.array(z.strictObject({ ...place, ...cellFigures })),
  marginals: z.array(
    z.strictObject({
      dimension: z.enum(dimensionNames),
      normalized_entropy: entropy,
      values: z.array(
        z.strictObject({ value: z.union([z.string(), z.number(), z.null()]), ...cellFigures }),
      ),
    }),
  ),
  gaps: z.array(
    z.strictObject({
      ...place,
      count,
      wanted: count,
      lacking: count.meta({ description: 'How many questions the cell lacks.' }),
    }),
  ),
  items: z.array(z.strictObject({ ...itemFields, cell: z.strictObject(place) })),
  warnings,
});

export type CoverageResult = z.output<typeof coverageResult>;
