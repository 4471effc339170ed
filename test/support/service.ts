import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, inject, vi } from 'vitest';
import type { Answer } from './app.ts';
import { copyCluster, copyFolder } from './copy-folder.ts';
import { findInitializedFolder } from './initialized-folder.ts';
import { findClusterFolder, stopPostgres } from './postgres.ts';
import {
  callProgram,
  type Environment,
  type ProcessOptions,
  type Program,
  spawnProgram,
} from './program.ts';

export { checkout, type Environment, type Program } from './program.ts';

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
  /** The number of questions. */
  count(): Promise<number>;
}

interface DataDirOptions {
  readonly mode?: number;
  /**
   * `empty`: without a cluster; `initialized`: with migrated tables, the admin account and signing keys.
   * By default a cluster that was never started.
   */
  readonly state?: 'empty' | 'initialized';
}

export type Services = ReturnType<typeof createServicesWith>;

/**
 * Services and commands in this process; those still running are stopped and removed after the test
 * file.
 */
export function createLocalServices() {
  return createServicesWith(callProgram);
}

/** The same as processes, for tests about a process: its signals, user and output. */
export function createServices() {
  // Whole processes are slow on a machine that is busy with other tests.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });
  return createServicesWith(spawnProgram);
}

function createServicesWith(
  launchProgram: (args: readonly string[], options: ProcessOptions) => Program,
) {
  const running = new Set<Program>();
  const folders: string[] = [];
  afterAll(async () => {
    await Promise.all([...running].map((program) => program.destroy()));
    for (const folder of folders) await removeDataDir(folder);
  });
  const launch = (args: readonly string[], options: ProcessOptions) => {
    // No load balancer has to notice that a service under test stops, and a busy machine may take long to.
    const env = { DRAIN_DELAY: '0', SHUTDOWN_TIMEOUT: '60s', ...options.env };
    const program = launchProgram(args, { ...options, env });
    running.add(program);
    void program.ended.finally(() => running.delete(program));
    return program;
  };
  return {
    /** A DATA_DIR in a folder that every user may enter. */
    async makeDataDir({ mode = 0o755, state }: DataDirOptions = {}): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'quaestor-life-'));
      await chmod(folder, mode);
      folders.push(folder);
      const dataDir = join(folder, 'data');
      if (state === 'initialized') await copyFolder(await findInitializedFolder(), dataDir);
      else if (state !== 'empty') await copyCluster(inject('clusterFolder'), dataDir);
      return dataDir;
    },
    launch,
    /** A ready service, on a free port and without samples by default. */
    async start(env: Environment, options: Omit<ProcessOptions, 'env'> = {}): Promise<Service> {
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
    /** Runs a command and waits for its end. */
    async run(
      args: readonly string[],
      env: Environment = {},
      options: Omit<ProcessOptions, 'env'> = {},
    ) {
      const program = launch(args, { ...options, env });
      const { code } = await program.ended;
      return { code, stdout: program.stdout(), stderr: program.stderr() };
    },
  };
}

async function removeDataDir(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await stopPostgres(dataDir);
  const cluster = await findClusterFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  // The system folder, if it exists for tests only.
  await rmdir(dirname(cluster)).catch(() => undefined);
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
