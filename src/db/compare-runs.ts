import type { Summary } from '../analyses/envelope.ts';
import { compareConditions, compareResults } from '../analyses/result-changes.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { type AnalysisRecord, findAnalysis, readFlags } from './analysis-read.ts';
import type { Database } from './database.ts';

/** What changed from the earlier to the later of two finished runs of the same analysis. */
export async function compareRuns(database: Database, id: string, otherId: string) {
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
  const changes = compareResults(
    await readSide(database, earlier),
    await readSide(database, later),
  );
  const warnings = [...compareConditions(earlier, later), ...changes.warnings];
  return { ...changes, warnings, earlier, later };
}

async function findSucceeded(database: Database, id: string): Promise<AnalysisRecord> {
  const found = (await findAnalysis(database, id)) ?? notFound('analysis', id);
  if (found.status === 'SUCCEEDED') return found;
  throw new ServiceError('CONFLICT', `The run ${id} has no result: it is ${found.status}.`);
}

async function readSide(database: Database, { id, summary }: AnalysisRecord) {
  // Every summary of a run that succeeded starts with these figures.
  return { summary: summary as unknown as Summary, items: await readFlags(database, id) };
}
