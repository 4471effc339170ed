import { scoreResponse } from '../analyses/checking/score-response.ts';
import type { Fault } from '../domain/errors.ts';
import type { ResponseInput } from '../domain/response-input.ts';
import { type AnswerKeys, readAnswerKeys } from './answer-keys.ts';
import type { Author } from './question-changes.ts';
import type { NewResponse } from './response-store.ts';
import type { Transaction } from './transaction.ts';

/** Clocks differ by this much at most. */
const maxAheadMs = 5 * 60 * 1000;

/** One response, completed by the version that was answered, or why it cannot be stored. */
export type CheckedResponse = { readonly response: NewResponse } | { readonly faults: Fault[] };

/** Checks responses against the stored questions and scores those without a score. */
export async function checkResponses(
  transaction: Transaction,
  inputs: readonly ResponseInput[],
  author: Author,
): Promise<CheckedResponse[]> {
  const keys = await readAnswerKeys(transaction, inputs);
  return inputs.map((input) => checkResponse(input, keys, author));
}

function checkResponse(
  input: ResponseInput,
  keys: AnswerKeys,
  { by, at }: Author,
): CheckedResponse {
  const faults = timeFaults(input, at);
  const key = keys.find(input);
  if (!key) return { faults: [unknownVersion(input, keys), ...faults] };
  const scored = scoreResponse(input, key);
  if ('code' in scored) return { faults: [{ path: ['option'], ...scored }, ...faults] };
  if (faults.length > 0) return { faults };
  const recordedAt = input.recordedAt === null ? at : new Date(input.recordedAt);
  return { response: { ...input, ...scored, version: key.version, recordedAt, recordedBy: by } };
}

function timeFaults({ recordedAt }: ResponseInput, now: Date): Fault[] {
  if (recordedAt === null || Date.parse(recordedAt) <= now.getTime() + maxAheadMs) return [];
  const detail = 'Must not be in the future.';
  return [{ path: ['recordedAt'], code: 'out_of_range', detail }];
}

function unknownVersion({ questionId, version }: ResponseInput, keys: AnswerKeys): Fault {
  return keys.has(questionId)
    ? {
        path: ['version'],
        code: 'unknown_version',
        detail: `The question has no version ${version}.`,
      }
    : {
        path: ['questionId'],
        code: 'unknown_question',
        detail: 'No question has this id; it may have been deleted.',
      };
}
