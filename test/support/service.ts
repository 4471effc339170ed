import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import type { Answer } from './app.ts';
import { findClusterFolder, stopPostgres } from './postgres.ts';

export const checkout = fileURLToPath(new URL('../../', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of the real program. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the program has written this text; rejects when it ends without. */
  says(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  end(name?: NodeJS.Signals): Promise<Ending>;
}

/** A running service. */
export interface Service extends Program {
  readonly url: string;
  /** A REST call; a body is sent as JSON. */
  rest(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  graphql(query: string): Promise<Answer>;
  /** How many questions there are. */
  count(): Promise<number>;
}

export interface ProgramOptions {
  readonly env?: Environment;
  /** Another copy of the program than this checkout's. */
  readonly folder?: string;
  readonly user?: { readonly uid: number; readonly gid: number };
  /** What it reads from a pipe; without one there is nothing to read. */
  readonly input?: string;
  /** Nobody reads what it prints, as behind `| head`. */
  readonly isUnread?: boolean;
}

/** Starts real services and commands; what is still there after the test file is killed and removed. */
export function createServices() {
  // Whole processes on a machine that is busy with other tests take their time.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
  const programs: Program[] = [];
  const folders: string[] = [];
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.end('SIGKILL')));
    for (const folder of folders) {
      const dataDir = join(folder, 'data');
      await stopPostgres(dataDir);
      const cluster = await findClusterFolder(dataDir);
      await rm(folder, { recursive: true, force: true });
      await rm(cluster, { recursive: true, force: true });
      // The system folder, when it is there for tests alone.
      await rmdir(dirname(cluster)).catch(() => undefined);
    }
  });
  const launch = (args: readonly string[], options: ProgramOptions) => {
    const program = launchProgram(args, options);
    programs.push(program);
    return program;
  };
  return {
    /** A DATA_DIR that does not exist yet, in a folder that everyone may enter unless told otherwise. */
    async makeDataDir(mode = 0o755): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'quaestor-life-'));
      await chmod(folder, mode);
      folders.push(folder);
      return join(folder, 'data');
    },
    launch,
    /** A service that answers, on a free port and without samples unless told otherwise. */
    async start(env: Environment, options: Omit<ProgramOptions, 'env'> = {}): Promise<Service> {
      const settings = {
        PORT: '0',
        SAMPLE_QUESTIONS: 'off',
        ANONYMOUS_SCOPES: 'questions:read,questions:write',
        RATE_LIMIT: 'off',
        ...env,
      };
      const program = launch(['serve'], { ...options, env: settings });
      await program.says('Quaestor is ready.');
      return asService(program);
    },
    /** Runs a command to its end. */
    async run(args: readonly string[], env: Environment = {}, options: ProgramOptions = {}) {
      const program = launch(args, { ...options, env });
      const { code } = await program.ended;
      return { code, stdout: program.stdout(), stderr: program.stderr() };
    },
  };
}

function launchProgram(args: readonly string[], options: ProgramOptions): Program {
  const { env = {}, folder = checkout, user, input, isUnread = false } = options;
  const child = spawn(process.execPath, [join(folder, 'dist/main.js'), ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...user,
  });
  child.stdin.end(input);
  const written = { stdout: collect(child.stdout), stderr: collect(child.stderr) };
  if (isUnread) child.stdout.destroy();
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  const program: Program = {
    pid: child.pid ?? 0,
    ended,
    stdout: written.stdout,
    stderr: written.stderr,
    says: (text) => waitForText(child, text, () => written.stdout() + written.stderr()),
    signal: (name) => void child.kill(name),
    end(name = 'SIGTERM') {
      child.kill(name);
      return ended;
    },
  };
  return program;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function waitForText(child: ChildProcess, text: string, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output().includes(text)) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', (code) =>
      reject(new Error(`It ended with ${code} and never said "${text}":\n${output()}`)),
    );
    look();
  });
}

function asService(program: Program): Service {
  const url = /REST +(http\S+)\/questions/.exec(program.stderr())?.[1] ?? '';
  const send: Service['rest'] = async (method, path, body, headers) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
  return {
    ...program,
    url,
    rest: send,
    graphql: (query) => send('POST', '/graphql', { query }),
    count: async () => (await send('GET', '/questions?limit=1')).body.page.total,
  };
}
