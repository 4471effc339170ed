import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** One setting: its name in the environment, its default, what it means, and how it is read. */
interface Setting<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly read: (value: string) => T;
}

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
  bodyLimit: setting('BODY_LIMIT', '10mb', 'Largest request body.', bytes),
  graphiql: setting('GRAPHIQL', 'on', 'Serve GraphiQL to browsers at /graphql.', onOff),
  introspection: setting('INTROSPECTION', 'on', 'Answer GraphQL introspection.', onOff),
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
  const entries = Object.entries(settings).map(([key, { name, fallback, read }]) => {
    const given = env[name]?.trim();
    try {
      return [key, read(given || fallback)];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
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

function setting<T>(
  name: string,
  fallback: string,
  meaning: string,
  read: (value: string) => T,
): Setting<T> {
  return { name, fallback, meaning, read };
}

function optional<T>(read: (value: string) => T): (value: string) => T | undefined {
  return (value) => (value === '' ? undefined : read(value));
}

function word(value: string): string {
  if (/\s/.test(value)) throw new Error(`${JSON.stringify(value)} has a space in it.`);
  return value;
}

function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`);
  };
}

function port(value: string): number {
  return integer(0, 65535)(value);
}

function onOff(value: string): boolean {
  const word = value.toLowerCase();
  if (['on', 'true', '1', 'yes'].includes(word)) return true;
  if (['off', 'false', '0', 'no'].includes(word)) return false;
  throw new Error(`must be on or off, not ${JSON.stringify(value)}.`);
}

function oneOf<const T extends string>(...words: T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value.toLowerCase());
    if (found) return found;
    throw new Error(`must be one of ${words.join(', ')}, not ${JSON.stringify(value)}.`);
  };
}

function bytes(value: string): number {
  const [, amount, unit] = /^(\d{1,9})\s*(b|kb|mb|gb)?$/i.exec(value) ?? [];
  if (!amount)
    throw new Error(`must be a size such as 512kb or 10mb, not ${JSON.stringify(value)}.`);
  const power = ['b', 'kb', 'mb', 'gb'].indexOf((unit ?? 'b').toLowerCase());
  return Number(amount) * 1024 ** power;
}

function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return value.replace(/\/+$/, '');
  throw new Error(`must be an http or https address, not ${JSON.stringify(value)}.`);
}

function postgresUrl(value: string): string {
  // The value is not repeated: it holds a password.
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol)) return value;
  throw new Error('must be an address such as postgresql://user:password@host:5432/database.');
}
