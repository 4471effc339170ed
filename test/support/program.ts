import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/commands/run.ts';

export const checkout = fileURLToPath(new URL('../../', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running command: a process, or a call in this one. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the program has printed this text; rejects if it ends without. */
  says(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(name?: NodeJS.Signals): Promise<Ending>;
  /** Forces the end: kills a process, stops a call. */
  destroy(): Promise<Ending>;
}

export interface ProgramOptions {
  readonly env?: Environment;
  /** Piped standard input; empty by default. */
  readonly input?: string;
}

export interface ProcessOptions extends ProgramOptions {
  /** Another copy of the program than that of this checkout. */
  readonly folder?: string;
  readonly user?: { readonly uid: number; readonly gid: number };
  /** The command that runs it, such as `unshare` with its options. */
  readonly wrapper?: readonly string[];
  /** Closes the reading end of its output, like `| head`. */
  readonly isUnread?: boolean;
}

/** Starts the built program in its own process. */
export function spawnProgram(args: readonly string[], options: ProcessOptions): Program {
  const { env = {}, folder = checkout, user, input, wrapper = [], isUnread = false } = options;
  const [program = '', ...rest] = [
    ...wrapper,
    process.execPath,
    join(folder, 'dist/bundle/quaestor.cjs'),
  ];
  const child = spawn(program, [...rest, ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  });
  child.stdin.end(input);
  const output = createOutput();
  child.stdout.on('data', output.stdout.add);
  child.stderr.on('data', output.stderr.add);
  if (isUnread) child.stdout.destroy();
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  return asProgram({
    output,
    ended,
    pid: child.pid ?? 0,
    signal: (name) => void child.kill(name),
    lastSignal: 'SIGKILL',
  });
}

/** Runs the same in this process, which saves loading the program; only SIGINT and SIGTERM reach it. */
export function callProgram(args: readonly string[], options: ProgramOptions): Program {
  const { env = {}, input = '' } = options;
  const output = createOutput();
  const io = Object.assign(new EventEmitter(), {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: writableOf(output.stdout.add),
    stderr: writableOf(output.stderr.add),
  });
  let isSignaled = false;
  const ended = run(['node', 'quaestor', ...args], env, io).then(
    (code): Ending => ({ code, signal: null }),
  );
  const signal = (name: NodeJS.Signals) => {
    if (!['SIGINT', 'SIGTERM'].includes(name)) throw new Error(`${name} needs a process.`);
    // A late second signal would exit this process.
    if (!isSignaled) io.emit(name);
    isSignaled = name === 'SIGTERM';
  };
  return asProgram({ output, ended, pid: process.pid, signal, lastSignal: 'SIGTERM' });
}

interface Running extends Pick<Program, 'pid' | 'ended' | 'signal'> {
  readonly output: ReturnType<typeof createOutput>;
  readonly lastSignal: NodeJS.Signals;
}

function asProgram({ output, ended, pid, signal, lastSignal }: Running): Program {
  const end = (name: NodeJS.Signals = 'SIGTERM') => {
    signal(name);
    return ended;
  };
  return {
    pid,
    ended,
    stdout: output.stdout.text,
    stderr: output.stderr.text,
    says: (text) =>
      new Promise((resolve, reject) => {
        const everything = () => output.stdout.text() + output.stderr.text();
        const look = () => {
          if (everything().includes(text)) resolve();
        };
        output.changes.on('change', look);
        ended.then(
          ({ code }) =>
            reject(new Error(`It ended with ${code} and never said "${text}":\n${everything()}`)),
          reject,
        );
        look();
      }),
    signal,
    end,
    destroy: () => end(lastSignal),
  };
}

function createOutput() {
  const changes = new EventEmitter().setMaxListeners(0);
  const collect = () => {
    const chunks: Buffer[] = [];
    return {
      text: () => Buffer.concat(chunks).toString('utf8'),
      add(chunk: Buffer) {
        chunks.push(chunk);
        changes.emit('change');
      },
    };
  };
  return { stdout: collect(), stderr: collect(), changes };
}

function writableOf(add: (chunk: Buffer) => void): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      add(chunk);
      done();
    },
  });
}
