import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CommandIo } from './command-io.ts';

/** Reads a line without echo on a terminal, or the first line of a pipe. */
export async function readSecret(prompt: string, { stdin, stderr }: CommandIo): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write(prompt);
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: noEcho, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) stderr.write('\n');
  }
}
