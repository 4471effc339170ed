import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A line that nobody may read over a shoulder: typed without an echo, or the first line of a pipe. */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
