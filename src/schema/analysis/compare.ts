import type { Summary } from '../../analyses/envelope.ts';
import { compareConditions, compareResults, resultChanges } from '../../analyses/result-changes.ts';
import { type AnalysisRecord, findAnalysis, readFlags } from '../../db/analysis-read.ts';
import type { Database } from '../../db/database.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { builder } from '../builder.ts';
import { objectTypeOf } from './result-types.ts';
import { AnalysisRef } from './type.ts';

const ComparisonRef = objectTypeOf(
  'AnalysisComparison',
  resultChanges,
  'What moved between two runs of the same analysis, from the earlier to the later.',
);

builder.objectFields(ComparisonRef, (t) => ({
  earlier: t.field({
    type: AnalysisRef,
    description: 'The run that was asked for first.',
    resolve: ({ earlier }) => earlier as AnalysisRecord,
  }),
  later: t.field({
    type: AnalysisRef,
    description: 'The run that was asked for after it.',
    resolve: ({ later }) => later as AnalysisRecord,
  }),
}));

builder.queryFields((t) => ({
  compareAnalyses: t.field({
    type: ComparisonRef,
    nullable: true,
    description:
      'What is new, what is gone and how the figures moved from the earlier run to the later.',
    extensions: { access: 'analysis:read' },
    args: {
      id: t.arg.id({ required: true, description: 'One run.' }),
      other: t.arg.id({ required: true, description: 'Another of the same analysis.' }),
    },
    resolve: async (_root, { id, other }, { database }) => {
      const [one, two] = [await findFinished(database, id), await findFinished(database, other)];
      if (one.analysisType !== two.analysisType) {
        throw new ServiceError(
          'CONFLICT',
          `One run is of ${one.analysisType} and the other of ${two.analysisType}; only runs of the same analysis can be compared.`,
        );
      }
      // Ids are made in the order of time.
      const [earlier, later] = one.id <= two.id ? [one, two] : [two, one];
      const [before, after] = [await readSide(database, earlier), await readSide(database, later)];
      const changes = compareResults(before, after);
      const warnings = [...compareConditions(earlier, later), ...changes.warnings];
      return { ...changes, warnings, earlier, later };
    },
  }),
}));

async function findFinished(database: Database, id: string): Promise<AnalysisRecord> {
  const found = (await findAnalysis(database, id)) ?? notFound('analysis', id);
  if (found.status === 'SUCCEEDED') return found;
  throw new ServiceError('CONFLICT', `The run ${id} has no result: it is ${found.status}.`);
}

async function readSide(database: Database, { id, summary }: AnalysisRecord) {
  // A run that succeeded has a summary of its type, which begins with these figures.
  return { summary: summary as unknown as Summary, items: await readFlags(database, id) };
}
