import { v7 as uuidv7 } from 'uuid';
import type { RunPlan } from '../analyses/run-request.ts';
import { validationError } from '../domain/errors.ts';
import type { QueuedRun } from './analysis-store.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import { countQuestions, matchesOf } from './question-list.ts';
import type { Transaction } from './transaction.ts';

const mostListed = 20;

/** How many questions a run would look at; refuses ids that nobody has. */
export async function countChosen(database: Database, plan: RunPlan): Promise<number> {
  const { questionIds, selection } = plan;
  if (!questionIds) return countQuestions(database, matchesOf(selection));
  const unknown = await database.query<{ id: string }>(Prisma.sql`
    SELECT given.id FROM unnest(${questionIds}::uuid[])
      WITH ORDINALITY AS given(id, place)
    WHERE NOT EXISTS (SELECT 1 FROM questions WHERE questions.id = given.id)
    ORDER BY given.place LIMIT ${mostListed}`);
  if (unknown.length === 0) return questionIds.length;
  throw validationError(
    'BAD_USER_INPUT',
    unknown.map(({ id }) => ({
      path: ['questionIds'],
      code: 'unknown_id',
      detail: `No question has the id ${id}.`,
    })),
  );
}

/** Saves a run that waits for a worker. */
export async function saveRun(
  transaction: Transaction,
  plan: RunPlan,
  { questionCount, by, at }: { questionCount: number; by: string; at: Date },
): Promise<QueuedRun> {
  const { type, parameters, shownParameters, questionIds, selection } = plan;
  const run = { id: uuidv7(), jobId: uuidv7() };
  const hasCriteria = Object.keys(selection).length > 0;
  await transaction.$executeRaw`
    INSERT INTO analyses (
      id, analysis_type, engine_version, status, parameters, input, selection, question_count,
      question_ids, created_by, job_id, created_at
    ) VALUES (
      ${run.id}::uuid, ${type.name}, ${type.engineVersion}, 'QUEUED',
      ${JSON.stringify(shownParameters)}::json,
      ${type.echo ? JSON.stringify(parameters) : null}::json,
      ${hasCriteria ? JSON.stringify(selection) : null}::json, ${questionCount},
      ${questionIds ?? []}::uuid[], ${by}, ${run.jobId}::uuid, ${at}
    )`;
  return run;
}
