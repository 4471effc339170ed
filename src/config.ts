import { resolve } from 'node:path';
import * as z from 'zod';
import { accountSettings } from './domain/account-settings.ts';
import { authSettings } from './domain/auth-settings.ts';
import { ConfigError, describeIssues } from './domain/config-error.ts';
import { databaseSettings } from './domain/database-settings.ts';
import { embeddingsSettings } from './domain/embeddings-settings.ts';
import { graphqlSettings } from './domain/graphql-settings.ts';
import { importSettings } from './domain/import-settings.ts';
import { findMisspelled } from './domain/misspelled-settings.ts';
import { toCamelCase } from './domain/naming.ts';
import {
  bytes,
  deadline,
  httpUrl,
  integer,
  oneOf,
  onOff,
  optionalSetting,
  originList,
  redisUrl,
  seconds,
  secondsOrNone,
  secretKey,
  setting,
  settingHelp,
  word,
} from './domain/setting-schemas.ts';
import { telemetrySettings } from './domain/telemetry-settings.ts';
import { webhookSettings } from './domain/webhook-settings.ts';

const settings = z.object({
  PORT: setting('4000', 'TCP port to listen on; 0 picks a free port.', integer(0, 65_535)),
  HOST: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 for all interfaces.', word),
  PUBLIC_URL: optionalSetting(
    'Public URL of the service, if it differs from http://HOST:PORT (behind a proxy).',
    httpUrl,
  ),
  DATA_DIR: setting(
    '.data',
    "Folder of the embedded PostgreSQL; not used with DATABASE_URL. Installed from npm: the user's data folder, unless .data exists.",
    z.string().transform((path) => resolve(path)),
  ),
  ...databaseSettings,
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
  MAX_ACTIVE_REQUESTS: setting(
    '64',
    'Requests worked on at the same time; those that wait for a run or a lock, and streams, do not count.',
    integer(1, 10_000),
  ),
  MAX_QUEUED_REQUESTS: setting(
    '64',
    'Requests that may wait for their turn; further ones are refused with 503 at once.',
    integer(1, 10_000),
  ),
  QUEUE_TIMEOUT: setting(
    '400ms',
    'Maximum time such a request waits for its turn before it is refused with 503.',
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
  ...accountSettings,
  ...authSettings,
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
  CORS_LOCALHOST: setting(
    'on',
    'Also allow pages on localhost while HOST is a loopback address.',
    onOff,
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
  EVENTS_KEEP: setting(
    '7d',
    'How long events are kept for their readers; never less than an hour.',
    seconds,
  ),
  WORKERS: setting(
    '1',
    'Analyses that run at the same time in this process; 0 leaves them to quaestor worker.',
    integer(0, 64),
  ),
  ANALYSIS_TIMEOUT: setting('10m', 'Maximum duration of an analysis run.', seconds),
  FORM_TIMEOUT: setting(
    '30s',
    'Time limit of assembling test forms; past it, the best found so far.',
    seconds,
  ),
  ANALYSIS_MEMORY: setting('1gb', 'Maximum memory of an analysis run.', bytes),
  ...importSettings,
  ...webhookSettings,
  DRAIN_DELAY: setting(
    '5s',
    'How long a service that received SIGTERM reports that it is not ready before it stops listening; 0 for none.',
    secondsOrNone,
  ),
  SHUTDOWN_TIMEOUT: setting('15s', 'Maximum duration of the shutdown after DRAIN_DELAY.', seconds),
  ...graphqlSettings,
  ...embeddingsSettings,
  ...telemetrySettings,
});

/** Rules between settings, checked even when a setting is invalid on its own. */
const schema = settings
  .refine(({ RATE_LIMIT_STORE, REDIS_URL }) => RATE_LIMIT_STORE !== 'redis' || REDIS_URL, {
    path: ['RATE_LIMIT_STORE'],
    error: 'redis requires REDIS_URL',
    when: () => true,
  })
  .refine(({ DATABASE_DIRECT_URL, DATABASE_URL }) => !DATABASE_DIRECT_URL || DATABASE_URL, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'requires DATABASE_URL, the address of the pooler',
    when: () => true,
  })
  .refine(({ DATABASE_REPLICA_URL, DATABASE_URL }) => !DATABASE_REPLICA_URL || DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'requires DATABASE_URL, the address of its primary',
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

/** Parses the environment; throws one error that lists all problems. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { data, error } = schema.safeParse(env);
  const misspelled = findMisspelled(env, Object.keys(settings.shape));
  if (error || misspelled.length > 0) {
    throw new ConfigError([...describeIssues(error?.issues ?? []), ...misspelled]);
  }
  const values: Readonly<Record<string, unknown>> = data;
  const entries = Object.keys(settings.shape).map((name) => [
    toCamelCase(name.toLowerCase()),
    values[name],
  ]);
  // The entries are those of the schema, which Config is derived from.
  return Object.fromEntries(entries) as Config;
}

/** All settings, for `--help` and the README. */
export function listSettings(): { name: string; defaultValue: string; description: string }[] {
  return Object.entries(settings.shape).map(([name, each]) => {
    const { defaultValue = '', description = '' } = settingHelp.get(each) ?? {};
    return { name, defaultValue, description };
  });
}
