import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/commands/run.ts';
import type { Environment } from './service.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process; `input` is what it reads from a pipe. */
export async function runCommand(
  args: readonly string[],
  env: Environment = {},
  input = '',
): Promise<CommandResult> {
  const [stdout, stderr] = [createCapture(), createCapture()];
  const io = Object.assign(new EventEmitter(), {
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  const code = await run(['node', 'quaestor', ...args], env, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function createCapture(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
