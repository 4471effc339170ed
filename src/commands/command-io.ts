import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The part of `process` that commands use; tests pass their own. */
export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
  /** Ends the process whatever keeps it alive. */
  exit?(): void;
}

export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Of a terminal; respects NO_COLOR. */
  hasColors?(): boolean;
};

export type StopSignal = 'SIGINT' | 'SIGTERM';

export const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];

/** Waits for a slow reader; false when nothing more can be written, as behind `| head`. */
export async function writeTo(stream: OutputStream, text: string | Uint8Array): Promise<boolean> {
  if (!stream.write(text) && stream.writable) await once(stream, 'drain').catch(() => undefined);
  return stream.writable;
}
