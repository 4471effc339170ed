import { compareRuns } from '../../db/compare-runs.ts';
import { builder } from '../builder.ts';
import { ComparisonRef } from './type.ts';

/** The cost of a comparison: that of four full pages, for results of a bank of 50,000 questions. */
const comparisonObjects = 400;

builder.queryFields((t) => ({
  compareAnalyses: t.field({
    type: ComparisonRef,
    nullable: true,
    description:
      'Compares two finished runs of the same analysis: new and resolved findings, and how the summary changed.',
    // Reads all flags of both runs.
    extensions: { access: 'analysis:read', extra: () => comparisonObjects },
    args: {
      id: t.arg.id({ required: true, description: 'One run.' }),
      other: t.arg.id({ required: true, description: 'Another run of the same analysis.' }),
    },
    resolve: (_root, { id, other }, { database, pause }) => compareRuns(database, id, other, pause),
  }),
}));
