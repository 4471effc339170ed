import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { admin } from './accounts.ts';
import { closeAfterFile } from './close-after-file.ts';
import { createEmptyDatabase, createTestDatabase } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface TestApp {
  readonly app: App;
  /** Every line the service logged, as JSON. */
  readonly logged: Json[];
  /** A REST call; a body that is not a string is sent as JSON. */
  rest(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A GraphQL call. */
  graphql(query: string, variables?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface TestAppOptions {
  readonly env?: Record<string, string>;
  readonly clock?: () => Date;
}

/** The whole service on its own database; closes itself after the test file. */
export async function createTestApp({ env = {}, clock }: TestAppOptions = {}): Promise<TestApp> {
  // The keys in the template are stored unencrypted.
  const createDatabase = env.DATA_KEY ? createEmptyDatabase : createTestDatabase;
  const config = readConfig({
    DATABASE_URL: env.DATABASE_URL ?? (await createDatabase()),
    DATABASE_POOL: '5',
    // Two busy cores may keep a request waiting; tests of deadlines set their own.
    STATEMENT_TIMEOUT: '30s',
    LOCK_TIMEOUT: '30s',
    POOL_TIMEOUT: '30s',
    REQUEST_TIMEOUT: '60s',
    // Most tests are not about authorization; those that are override this.
    ANONYMOUS_SCOPES:
      'questions:read,questions:write,analysis:read,analysis:run,quizzes:play,quizzes:read,quizzes:write,responses:read,responses:write',
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
    // Runs stay queued unless a test enables workers.
    WORKERS: '0',
    ...env,
  });
  const logged: Json[] = [];
  const log = createLog(
    { level: env.LOG_LEVEL ?? 'info', isPretty: false },
    { write: (line) => void logged.push(JSON.parse(line)) },
  );
  const created = await createApp({
    config,
    log,
    ...(clock && { clock }),
    // Tests that run analyses start jobs at once; the others open a queue only for a run they add.
    startDelay: config.workers > 0 ? 0 : 60 * 60 * 1000,
  });
  // Tests about shutdown have already closed it.
  let stopped: Promise<void> | undefined;
  const stop: App['stop'] = (options) => {
    stopped ??= created.stop(options);
    return stopped;
  };
  closeAfterFile(() => stop());
  const app: App = { ...created, stop };
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await app.fetch(new URL(path, 'http://localhost:4000').href, init);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const isJson = type.includes('json') && !type.includes('ndjson');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
  return {
    app,
    logged,
    rest: (method, path, body, headers = {}) =>
      send(path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    graphql: (query, variables, headers = {}) =>
      send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      }),
  };
}
