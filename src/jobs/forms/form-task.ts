import type { FormAttempt, FormError } from '../../db/forms/form-store.ts';
import type { PastStatement } from '../../db/statement-log.ts';

/** What a thread needs to assemble forms on its own: plain data, since it is cloned. */
export interface FormTask extends FormAttempt {
  readonly databaseUrl: string;
  /** Seconds. */
  readonly timeLimit: number;
  /** Whether its statements are logged or traced. */
  readonly keepsStatements: boolean;
}

/** What a thread returns: its statements are reported by the process, which has the log and the trace. */
export interface FormAnswer {
  readonly outcome: FormOutcome;
  readonly statements: readonly PastStatement[];
}

export type FormOutcome =
  | { readonly state: 'saved' }
  /** Another worker had the forms by the time they were ready. */
  | { readonly state: 'dropped' }
  /** The database was unreachable: the state of the forms is unknown. */
  | { readonly state: 'disconnected'; readonly reason: string }
  | { readonly state: 'failed'; readonly error: FormError };
