import type { ReadFile, SavedImport } from '../../db/imports/save-import.ts';
import type { PastStatement } from '../../db/statement-log.ts';
import type { FileToImport } from './read-import.ts';

/** What a thread needs to save a file whose bytes it asks for: plain data, since it is cloned. */
export interface SaveTask {
  readonly importId: string;
  readonly by: string;
  readonly file: Omit<FileToImport, 'bytes' | 'signal' | 'onRow'>;
  readonly databaseUrl: string;
  /** Whether its statements are logged or traced. */
  readonly keepsStatements: boolean;
  /** Requests in progress in the process. */
  readonly traffic: SharedArrayBuffer;
}

/** To the thread, each time as it has asked; bytes are null at the end of the file. */
export type ToSaver = { readonly bytes: Uint8Array | null } | { readonly name: string | undefined };

/** From the thread; it asks for the name once all rows were read. */
export type FromSaver = 'next-bytes' | 'name' | SaverAnswer;

/** Its statements are reported by the process, which has the log and the trace. */
export type SaverAnswer = { readonly statements: readonly PastStatement[] } & (
  | { readonly saved: SavedImport; readonly read: ReadFile }
  | { readonly failure: PackedError }
);

/** An error loses what tells its kind when it leaves a thread. */
export type PackedError = Pick<Error, 'message' | 'stack'> & {
  readonly code: unknown;
  readonly severity: unknown;
};

export function unpackError({ message, ...rest }: PackedError): Error {
  return Object.assign(new Error(message), rest);
}
