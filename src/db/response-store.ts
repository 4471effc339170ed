import { v7 as uuidv7 } from 'uuid';
import type { Response } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/** A response to store; it gets its id here. */
export type NewResponse = Omit<Response, 'id'>;

const columns: Readonly<Record<keyof Response, { name: string; type: string }>> = {
  id: { name: 'id', type: 'uuid' },
  questionId: { name: 'question_id', type: 'uuid' },
  version: { name: 'version', type: 'integer' },
  respondent: { name: 'respondent', type: 'text' },
  option: { name: 'option', type: 'text' },
  answer: { name: 'answer', type: 'text' },
  score: { name: 'score', type: 'double precision' },
  timeMs: { name: 'time_ms', type: 'integer' },
  formId: { name: 'form_id', type: 'uuid' },
  sessionId: { name: 'session_id', type: 'uuid' },
  group: { name: 'group_name', type: 'text' },
  recordedAt: { name: 'recorded_at', type: 'timestamptz' },
  recordedBy: { name: 'recorded_by', type: 'text' },
};

const entries = Object.entries(columns);
const insertion = `
  INSERT INTO responses (${entries.map(([, { name }]) => name).join(', ')})
  SELECT * FROM jsonb_to_recordset($1::jsonb)
  AS given(${entries.map(([field, { type }]) => `"${field}" ${type}`).join(', ')})`;

/**
 * Stores responses in one statement, as part of the caller's transaction. Their ids ascend in the given
 * order. The caller has checked them: score is 0 to 1, option a choice of that version of the question.
 */
export async function recordResponses(
  transaction: Transaction,
  responses: readonly NewResponse[],
): Promise<Response[]> {
  const stored = responses.map((response) => ({ id: uuidv7(), ...response }));
  if (stored.length > 0) await transaction.$executeRawUnsafe(insertion, JSON.stringify(stored));
  return stored;
}

/** Deletes all responses of a respondent and returns their number. */
export async function deleteRespondent(
  transaction: Transaction,
  respondent: string,
): Promise<number> {
  const { count } = await transaction.response.deleteMany({ where: { respondent } });
  return count;
}
