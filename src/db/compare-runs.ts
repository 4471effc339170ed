import type { Summary } from '../analyses/envelope.ts';
import {
  compareConditions,
  compareFlags,
  compareResults,
  type FlagPair,
} from '../analyses/result-changes.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { runWithPauses } from '../domain/rules.ts';
import { type AnalysisRecord, findAnalysis } from './analysis-read.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** What changed from the earlier to the later of two finished runs of the same analysis. */
export async function compareRuns(
  database: Database,
  id: string,
  otherId: string,
  pause: () => Promise<void> | undefined,
) {
  const run = await findSucceeded(database, id);
  const other = await findSucceeded(database, otherId);
  if (run.analysisType !== other.analysisType) {
    throw new ServiceError(
      'CONFLICT',
      `Only runs of the same analysis can be compared; these are ${run.analysisType} and ${other.analysisType}.`,
    );
  }
  // UUIDv7 ids sort by time.
  const [earlier, later] = run.id <= other.id ? [run, other] : [other, run];
  const { differing, ...count } = await readFlags(database, earlier.id, later.id);
  const flags = await runWithPauses(compareFlags(differing), pause);
  const changes = compareResults(
    { summary: summaryOf(earlier), listed: count.earlier },
    { summary: summaryOf(later), listed: count.later },
    { ...flags, unchanged: flags.unchanged + count.same },
  );
  const warnings = [...compareConditions(earlier, later), ...changes.warnings];
  return { ...changes, warnings, earlier, later };
}

async function findSucceeded(database: Database, id: string): Promise<AnalysisRecord> {
  const found = (await findAnalysis(database, id)) ?? notFound('analysis', id);
  if (found.status === 'SUCCEEDED') return found;
  throw new ServiceError('CONFLICT', `The run ${id} has no result: it is ${found.status}.`);
}

/** Every summary of a run that succeeded starts with these figures. */
function summaryOf({ summary }: AnalysisRecord): Summary {
  return summary as unknown as Summary;
}

/** How many flagged items each run lists, how many are the same in both, and all others. */
async function readFlags(database: Database, earlier: string, later: string) {
  const rows = await database.query<FlagPair & { count: Count | null }>(Prisma.sql`
    WITH flags AS MATERIALIZED (
      SELECT item.analysis_id, flag.question_id, flag.reasons::text
      FROM analysis_items item CROSS JOIN LATERAL json_to_record(item.item)
        AS flag(question_id text, flagged boolean, reasons json)
      WHERE item.analysis_id IN (${earlier}::uuid, ${later}::uuid) AND flag.flagged
    ), pairs AS MATERIALIZED (
      SELECT question_id, max(reasons) FILTER (WHERE analysis_id = ${earlier}::uuid) AS before,
        max(reasons) FILTER (WHERE analysis_id = ${later}::uuid) AS after
      FROM flags GROUP BY question_id
    )
    SELECT NULL AS question_id, NULL AS before, NULL AS after, json_build_object(
      'earlier', count(before), 'later', count(after), 'same', count(*) FILTER (WHERE before = after)
    ) AS count FROM pairs
    UNION ALL
    (SELECT question_id, before::json, after::json, NULL FROM pairs
     WHERE before IS DISTINCT FROM after ORDER BY question_id COLLATE "C")`);
  const count = rows.find((row) => row.count)?.count;
  if (!count) throw new Error('The flags of two runs were not counted.');
  return { ...count, differing: rows.filter((row) => !row.count) };
}

interface Count {
  readonly earlier: number;
  readonly later: number;
  readonly same: number;
}
