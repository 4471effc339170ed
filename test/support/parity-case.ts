import type { ErrorCode } from '../../src/domain/errors.ts';
import type { TestApp } from './app.ts';
import { changed, unknown } from './question-states.ts';

/** A value, or how to make one for each side. */
export type Given<T> = T | ((service: TestApp) => Promise<T>);

/** One request in both languages. */
export interface ParityCase {
  readonly does: string;
  /** Makes what the request is about and returns its id; each side gets its own unless it only reads. */
  readonly given?: (service: TestApp) => Promise<string>;
  readonly query?: string;
  readonly body?: Given<unknown>;
  readonly ifMatch?: string;
  /** Headers of both requests: who is asking. */
  readonly headers?: (service: TestApp) => Promise<Record<string, string>>;
  /** The variables of the row's operation, without the id. */
  readonly variables: Given<Record<string, unknown>>;
  /** Fields that differ by nature from one answer to the next. */
  readonly varies?: readonly string[];
  /** The error it meets; none when it succeeds. */
  readonly code?: ErrorCode;
}

export const notFound = (rest: Partial<ParityCase> = {}): ParityCase => ({
  does: 'does not find an unknown id',
  given: unknown,
  code: 'NOT_FOUND',
  variables: {},
  ...rest,
});

export const stale = (rest: Partial<ParityCase> = {}): ParityCase => ({
  does: 'refuses a stale version',
  given: changed,
  ifMatch: '"1"',
  code: 'PRECONDITION_FAILED',
  ...rest,
  variables: { ifVersion: [1], ...(rest.variables as Record<string, unknown>) },
});
