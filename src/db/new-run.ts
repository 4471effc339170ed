import { v7 as uuidv7 } from 'uuid';
import type { RunPlan } from '../analyses/run-request.ts';

import { validationError } from '../domain/errors.ts';

import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import { matchesOf } from './question-list.ts';
import { assertSearchable } from './question-search.ts';
import { countQuestions } from './total-memory.ts';
import type { Transaction } from './transaction.ts';

const maxListed = 20;

/** Counts the questions of a run; rejects unknown ids. */
export async function countChosen(database: Database, plan: RunPlan): Promise<number> {
  const { questionIds, selection } = plan;
  if (!questionIds) {
    const path = ['selection', 'search'];
    await assertSearchable(database, selection.search, { code: 'BAD_USER_INPUT', path });
    return countQuestions(database, matchesOf(selection));
  }
  const unknown = await database.query<{ id: string }>(Prisma.sql`
    SELECT given.id FROM unnest(${arrayText(questionIds)}::text::uuid[])
      WITH ORDINALITY AS given(id, position)
    WHERE NOT EXISTS (SELECT 1 FROM questions WHERE questions.id = given.id)
    ORDER BY given.position LIMIT ${maxListed}`);
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

/** Saves a QUEUED run and returns its id, which is also that of its job. */
export async function saveRun(
  transaction: Transaction,
  plan: RunPlan,
  { questionCount, by, at }: { questionCount: number; by: string; at: Date },
): Promise<string> {
  const { type, parameters, shownParameters, questionIds, selection } = plan;
  const id = uuidv7();
  const hasCriteria = Object.keys(selection).length > 0;
  await transaction.$executeRaw`
    INSERT INTO analyses (
      id, analysis_type, engine_version, status, parameters, input, selection, question_count,
      question_ids, created_by, job_id, created_at
    ) VALUES (
      ${id}::uuid, ${type.name}, ${type.engineVersion}, 'QUEUED',
      ${JSON.stringify(shownParameters)}::json,
      ${type.echo ? JSON.stringify(parameters) : null}::json,
      ${hasCriteria ? JSON.stringify(selection) : null}::json, ${questionCount},
      ${arrayText(questionIds ?? [])}::text::uuid[], ${by}, ${id}::uuid, ${at}
    )`;
  return id;
}

/** As PostgreSQL writes an array of ids: the driver and Prisma take much longer for a hundred thousand. */
function arrayText(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
