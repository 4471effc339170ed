import type { ErrorCode } from '../../src/domain/errors.ts';
import type { TestApp } from './app.ts';
import { changed, unknown } from './question-states.ts';

/** A value, or a function that creates one for each side. */
export type Given<T> = T | ((service: TestApp) => Promise<T>);

/** One request in both interfaces. */
export interface ParityCase {
  readonly does: string;
  /** Creates the subject of the request and returns its id; each side gets its own unless it only reads. */
  readonly given?: (service: TestApp) => Promise<string>;
  readonly query?: string;
  readonly body?: Given<unknown>;
  readonly ifMatch?: string;
  /** Headers of both requests: the caller. */
  readonly headers?: (service: TestApp) => Promise<Record<string, string>>;
  /** The variables of the row's operation, without the id. */
  readonly variables: Given<Record<string, unknown>>;
  /** Fields that inherently differ between responses. */
  readonly varies?: readonly string[];
  /** The expected error; undefined on success. */
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
