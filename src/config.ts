import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import { emailAddress, newPassword } from './domain/account-input.ts';
import { toCamelCase } from './domain/naming.ts';
import {
  bytes,
  deadline,
  endpointUrl,
  headerValue,
  httpUrl,
  integer,
  oneOf,
  onOff,
  optionalSetting,
  originList,
  postgresUrl,
  redisUrl,
  scopeList,
  seconds,
  secondsOrNone,
  secretKey,
  setting,
  settingHelp,
  word,
} from './domain/setting-schemas.ts';
import { packageFile } from './package-file.ts';

const settings = z.object({
  PORT: setting('4000', 'TCP port to listen on; 0 picks a free port.', integer(0, 65_535)),
  HOST: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 for all interfaces.', word),
  PUBLIC_URL: optionalSetting(
    'Public URL of the service, if it differs from http://HOST:PORT (behind a proxy).',
    httpUrl,
  ),
  DATA_DIR: setting(
    '.data',
    'Folder of the embedded PostgreSQL; not used with DATABASE_URL.',
    z.string().transform((path) => resolve(path)),
  ),
  DATABASE_URL: optionalSetting(
    'PostgreSQL (14 or newer) to use instead of the embedded one.',
    postgresUrl,
  ),
  DATABASE_POOL: setting(
    '10',
    'Size of the database connection pool; a fifth more, at least 2, is reserved for authentication and health checks.',
    integer(1, 200),
  ),
  STATEMENT_TIMEOUT: setting('10s', 'Maximum duration of an SQL statement of a request.', deadline),
  LOCK_TIMEOUT: setting('3s', 'Maximum time such a statement waits for a lock.', deadline),
  POOL_TIMEOUT: setting('2s', 'Maximum time it waits for a database connection.', deadline),
  REQUEST_TIMEOUT: setting(
    '30s',
    'Maximum time a request takes once it has arrived; waiting for a run (Prefer: wait) does not count.',
    deadline,
  ),
  SAMPLE_QUESTIONS: setting(
    'on',
    'Load the sample questions once into an empty embedded database.',
    onOff,
  ),
  LOG_LEVEL: setting(
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  ADMIN_EMAIL: setting(
    'admin@localhost',
    'E-mail address of the admin account that the first start creates.',
    emailAddress,
  ),
  ADMIN_PASSWORD: optionalSetting(
    'Password of that account; generated and printed once if not set.',
    newPassword,
  ),
  ANONYMOUS_SCOPES: setting(
    'questions:read',
    'Comma-separated scopes of callers without a token; empty requires a token for everything.',
    scopeList,
    { allowsBlank: true },
  ),
  ACCESS_TOKEN_TTL: setting('15m', 'Lifetime of an access token.', seconds),
  REFRESH_TOKEN_TTL: setting('30d', 'Lifetime of a refresh token, renewed at each use.', seconds),
  LOGIN_FAILURES: setting(
    '5',
    'Failed logins allowed per minute and account; four times as many per IP address.',
    integer(1, 10_000),
  ),
  DATA_KEY: optionalSetting(
    'Key that encrypts secrets in the database, the same on all nodes; generated for the embedded one.',
    secretKey,
  ),
  REDIS_URL: optionalSetting(
    'Redis for the queue, rate limits and events between nodes.',
    redisUrl,
  ),
  RATE_LIMIT: setting('on', 'Limit request rates; logins are limited even when off.', onOff),
  RATE_LIMIT_ANONYMOUS: setting(
    '60',
    'Points per minute for an IP address without a token.',
    integer(1, 1e9),
  ),
  RATE_LIMIT_TOKEN: setting(
    '600',
    'Points per minute for an account, with all its keys and sessions.',
    integer(1, 1e9),
  ),
  RATE_LIMIT_ANALYSIS: setting('10', 'Analysis runs per minute and caller.', integer(1, 1e9)),
  RATE_LIMIT_STORE: setting(
    'auto',
    'memory, postgres or redis; auto picks redis with REDIS_URL, memory with the embedded database, otherwise postgres.',
    oneOf('auto', 'memory', 'postgres', 'redis'),
  ),
  RATE_LIMIT_ON_ERROR: setting(
    'allow',
    'allow or refuse requests while the rate limit store is unavailable.',
    oneOf('allow', 'refuse'),
  ),
  CORS_ORIGINS: setting(
    '',
    'Comma-separated origins allowed to call from a browser; * for all.',
    originList,
  ),
  TRUST_PROXY: setting(
    '0',
    'Number of proxies in front of the service whose X-Forwarded-For is trusted.',
    integer(0, 10),
  ),
  METRICS_LOOPBACK: setting(
    'off',
    'Show /metrics without a token to callers on this machine; not behind a local proxy.',
    onOff,
  ),
  BODY_LIMIT: setting('10mb', 'Maximum size of a request body.', bytes),
  ANSWER_CACHE: setting(
    '32mb',
    'Memory for answers to repeated reads, which are kept until the questions they show change; 0 for none.',
    bytes,
  ),
  WORKERS: setting(
    '1',
    'Analyses that run at the same time in this process; 0 leaves them to quaestor worker.',
    integer(0, 64),
  ),
  ANALYSIS_TIMEOUT: setting('10m', 'Maximum duration of an analysis run.', seconds),
  ANALYSIS_MEMORY: setting('1gb', 'Maximum memory of an analysis run.', bytes),
  DRAIN_DELAY: setting(
    '5s',
    'How long a service that received SIGTERM reports that it is not ready before it stops listening; 0 for none.',
    secondsOrNone,
  ),
  SHUTDOWN_TIMEOUT: setting('15s', 'Maximum duration of the shutdown after DRAIN_DELAY.', seconds),
  GRAPHIQL: setting('on', 'Serve GraphiQL to browsers at /graphql.', onOff),
  INTROSPECTION: setting('on', 'Allow GraphQL introspection.', onOff),
  FAST_PATH: setting(
    'on',
    'Execute operations by prepared plans and send plain results directly; off leaves both to graphql-js and Yoga, with the same answers.',
    onOff,
  ),
  EMBEDDINGS_URL: optionalSetting(
    'OpenAI-compatible embeddings API, such as http://127.0.0.1:1234/v1, instead of the bundled English model.',
    endpointUrl,
  ),
  EMBEDDINGS_KEY: optionalSetting('API key for EMBEDDINGS_URL, if it requires one.', headerValue),
  EMBEDDINGS_MODEL: optionalSetting('Embedding model; required with EMBEDDINGS_URL.', word),
});

/** Rules between settings, checked even when a setting is invalid on its own. */
const schema = settings
  .refine(({ RATE_LIMIT_STORE, REDIS_URL }) => RATE_LIMIT_STORE !== 'redis' || REDIS_URL, {
    path: ['RATE_LIMIT_STORE'],
    error: 'redis requires REDIS_URL',
    when: () => true,
  })
  .refine(({ EMBEDDINGS_URL, EMBEDDINGS_MODEL }) => !EMBEDDINGS_URL || EMBEDDINGS_MODEL, {
    path: ['EMBEDDINGS_MODEL'],
    error: 'required with EMBEDDINGS_URL',
    when: () => true,
  });

type Shape = typeof settings.shape;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

/** The settings; DATABASE_URL is `databaseUrl`. */
export type Config = {
  readonly [Name in keyof Shape as CamelCase<Name>]: z.output<Shape[Name]>;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const title =
      problems.length === 1 ? '1 invalid setting' : `${problems.length} invalid settings`;
    super([`${title}:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** Parses the environment; throws one error that lists all problems. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { data, error } = schema.safeParse(env);
  if (error) throw new ConfigError(describeIssues(error.issues));
  const values: Readonly<Record<string, unknown>> = data;
  const entries = Object.keys(settings.shape).map((name) => [
    toCamelCase(name.toLowerCase()),
    values[name],
  ]);
  // The entries are those of the schema, which Config is derived from.
  return Object.fromEntries(entries) as Config;
}

/** One line for each invalid value: the first of its issues. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of issues) {
    const key = path.join('.');
    const text = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
    if (!lines.has(key)) lines.set(key, `${String(path[0])}: ${text}`);
  }
  return [...lines.values()];
}

/** All settings, for `--help` and the README. */
export function listSettings(): { name: string; defaultValue: string; description: string }[] {
  return Object.entries(settings.shape).map(([name, each]) => {
    const { defaultValue = '', description = '' } = settingHelp.get(each) ?? {};
    return { name, defaultValue, description };
  });
}

export async function readVersion(): Promise<string> {
  const text = await readFile(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
