import type { ReadFile } from '../../db/imports/save-import.ts';
import type { StagedText } from '../../db/imports/stage-rows.ts';
import type { FileToImport } from './read-import.ts';

/** What a thread needs to read a file whose bytes it asks for: plain data, since it is cloned. */
export interface ReadTask {
  readonly importId: string;
  readonly file: Omit<FileToImport, 'bytes' | 'signal' | 'onRow'>;
  /** Requests in progress in the process. */
  readonly traffic: SharedArrayBuffer;
}

/** To the thread; bytes are null at the end of the file. */
export type ToReader = { readonly bytes: Uint8Array | null } | 'next-text';

/** From the thread: each message but the last asks for one, or is one that was asked for. */
export type FromReader = 'next-bytes' | { readonly text: StagedText } | { readonly end: ReadFile };
