import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  bytes,
  endpointUrl,
  headerWord,
  httpUrl,
  integer,
  longWord,
  oneOf,
  onOff,
  optional,
  originList,
  parseEmail,
  password,
  port,
  postgresUrl,
  redisUrl,
  type Setting,
  scopeList,
  seconds,
  setting,
  word,
} from './domain/setting-values.ts';

const settings = {
  port: setting('PORT', '4000', 'TCP port to listen on; 0 takes a free one.', port),
  host: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.', word),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'Address callers see, when it is not http://HOST:PORT (behind a proxy).',
    optional(httpUrl),
  ),
  dataDir: setting(
    'DATA_DIR',
    '.data',
    'Folder of the embedded PostgreSQL; unused with DATABASE_URL.',
    resolve,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'A PostgreSQL (14 or newer) to use instead of the embedded one.',
    optional(postgresUrl),
  ),
  databasePool: setting('DATABASE_POOL', '10', 'Connections to the database.', integer(1, 200)),
  sampleQuestions: setting(
    'SAMPLE_QUESTIONS',
    'on',
    'Load the sample questions, once, into an empty embedded database.',
    onOff,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  adminEmail: setting(
    'ADMIN_EMAIL',
    'admin@localhost',
    'The admin account that the first start makes.',
    parseEmail,
  ),
  adminPassword: setting(
    'ADMIN_PASSWORD',
    '',
    'Its password; made up and printed once when left out.',
    optional(password),
  ),
  anonymousScopes: {
    ...setting(
      'ANONYMOUS_SCOPES',
      'questions:read',
      'What callers without a token may do, by commas; empty closes the service to them.',
      scopeList,
    ),
    keepsEmpty: true,
  },
  accessTokenTtl: setting('ACCESS_TOKEN_TTL', '15m', 'How long an access token lives.', seconds),
  refreshTokenTtl: setting('REFRESH_TOKEN_TTL', '30d', 'How long a login lasts unused.', seconds),
  loginFailures: setting(
    'LOGIN_FAILURES',
    '5',
    'Failed logins a minute for one account; four times as many for one address.',
    integer(1, 10_000),
  ),
  dataKey: setting(
    'DATA_KEY',
    '',
    'Encrypts secrets in the database, the same on all nodes; the embedded one makes its own.',
    optional(longWord),
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    'A Redis for the queue, the limits and the news between nodes.',
    optional(redisUrl),
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    'on',
    'Limit requests; logins are limited even when off.',
    onOff,
  ),
  rateLimitAnonymous: setting(
    'RATE_LIMIT_ANONYMOUS',
    '60',
    'Points a minute for an address without a token.',
    integer(1, 1e9),
  ),
  rateLimitToken: setting(
    'RATE_LIMIT_TOKEN',
    '600',
    'Points a minute for an account or an API key.',
    integer(1, 1e9),
  ),
  rateLimitAnalysis: setting(
    'RATE_LIMIT_ANALYSIS',
    '10',
    'Analysis runs a minute for one caller.',
    integer(1, 1e9),
  ),
  rateLimitStore: setting(
    'RATE_LIMIT_STORE',
    'auto',
    'memory, postgres or redis; auto: redis with REDIS_URL, memory with the embedded database, else postgres.',
    oneOf('auto', 'memory', 'postgres', 'redis'),
  ),
  rateLimitOnError: setting(
    'RATE_LIMIT_ON_ERROR',
    'allow',
    'allow or refuse requests while limits cannot be counted.',
    oneOf('allow', 'refuse'),
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    'Origins whose pages may call from a browser, by commas; * for all.',
    originList,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    'Proxies in front whose X-Forwarded-For counts.',
    integer(0, 10),
  ),
  bodyLimit: setting('BODY_LIMIT', '10mb', 'Largest request body.', bytes),
  workers: setting(
    'WORKERS',
    '1',
    'Analyses this process runs at a time; 0 leaves them to quaestor worker.',
    integer(0, 64),
  ),
  analysisTimeout: setting('ANALYSIS_TIMEOUT', '10m', 'How long one run may take.', seconds),
  analysisMemory: setting('ANALYSIS_MEMORY', '1gb', 'How much memory one run may take.', bytes),
  graphiql: setting('GRAPHIQL', 'on', 'Serve GraphiQL to browsers at /graphql.', onOff),
  introspection: setting('INTROSPECTION', 'on', 'Answer GraphQL introspection.', onOff),
  embeddingsUrl: setting(
    'EMBEDDINGS_URL',
    '',
    'An endpoint for embeddings as OpenAI has it, such as http://127.0.0.1:1234/v1; for the semantic analysis.',
    optional(endpointUrl),
  ),
  embeddingsKey: setting(
    'EMBEDDINGS_KEY',
    '',
    'The key it asks for, if it asks for one.',
    optional(headerWord),
  ),
  embeddingsModel: setting(
    'EMBEDDINGS_MODEL',
    '',
    'The model to ask for; needed with EMBEDDINGS_URL.',
    optional(word),
  ),
};

type Settings = typeof settings;

export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never;
};

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length} setting(s) cannot be used:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads every setting; throws one error that names all problems. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([key, setting]) => {
    const { name, fallback, read, keepsEmpty }: Setting<unknown> = setting;
    const given = env[name]?.trim();
    try {
      return [key, read((keepsEmpty ? given : given || undefined) ?? fallback)];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  if (env.RATE_LIMIT_STORE?.trim() === 'redis' && !env.REDIS_URL?.trim()) {
    problems.push('RATE_LIMIT_STORE: redis needs REDIS_URL.');
  }
  if (env.EMBEDDINGS_URL?.trim() && !env.EMBEDDINGS_MODEL?.trim()) {
    problems.push('EMBEDDINGS_MODEL: EMBEDDINGS_URL needs it.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Each entry was made by the setting of the same key, which is what Config says.
  return Object.fromEntries(entries) as Config;
}

/** Name, default and meaning of every setting, for `--help` and the README. */
export function listSettings(): { name: string; fallback: string; meaning: string }[] {
  return Object.values(settings).map(({ name, fallback, meaning }) => ({
    name,
    fallback,
    meaning,
  }));
}

export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
