import * as z from 'zod';
import { scopes } from './scopes.ts';

/**
 * How environment variables are parsed. Each message continues after the name of the variable; a
 * value that may be a secret is not repeated in it.
 */
type Message = (issue: { readonly input?: unknown }) => string;

/** Default and description of each setting, for `--help` and the README. */
export const settingHelp = z.registry<{ defaultValue: string; description: string }>();

/** A variable that is unset or blank has its default. */
export function setting<T>(
  defaultValue: string,
  description: string,
  schema: z.ZodType<T, string>,
  { allowsBlank = false } = {},
) {
  return z
    .string()
    .optional()
    .transform((text) => (allowsBlank ? text?.trim() : text?.trim() || undefined) ?? defaultValue)
    .pipe(schema)
    .register(settingHelp, { defaultValue, description });
}

export function optionalSetting<T>(description: string, schema: z.ZodType<T, string>) {
  return z
    .string()
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(schema.optional())
    .register(settingHelp, { defaultValue: '', description });
}

export const word = z
  .string()
  .regex(/^\S*$/, { error: ({ input }) => `must not contain spaces; got ${quote(input)}` });

export function integer(min: number, max: number) {
  const error = mustBe(`an integer from ${min} to ${max}`);
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
}

export const onOff = z.stringbool({
  truthy: ['on', 'true', '1', 'yes'],
  falsy: ['off', 'false', '0', 'no'],
  error: mustBe('on or off'),
});

export function oneOf<const T extends string>(...values: T[]) {
  return z
    .string()
    .toLowerCase()
    .pipe(z.enum(values, { error: mustBe(`one of ${values.join(', ')}`) }));
}

/** A size in bytes. */
export const bytes = z
  .string()
  .regex(/^\d{1,9}\s*([kmg]?b)?$/i, { error: mustBe('a size such as 512kb or 10mb') })
  .transform((text) => {
    const power = ['kb', 'mb', 'gb'].indexOf(text.slice(-2).toLowerCase()) + 1;
    return Number.parseInt(text, 10) * 1024 ** power;
  });

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration in seconds. */
export const seconds = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,6}\s*[smhd]$/i, {
    error: mustBe('a duration such as 30s, 15m, 12h or 30d'),
  })
  .transform(
    (text) => Number.parseInt(text, 10) * (secondsPerUnit[text.slice(-1).toLowerCase()] ?? 1),
  );

const millisecondsPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A deadline in milliseconds, which timers of Node.js and PostgreSQL can both wait for. */
export const deadline = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,4}\s*(ms|s|m)$/i, {
    error: mustBe('a duration such as 500ms, 10s or 2m'),
  })
  .transform((text) => {
    const unit = text.replace(/[\d\s]/g, '').toLowerCase();
    return Number.parseInt(text, 10) * (millisecondsPerUnit[unit] ?? 1);
  });

const delay = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,4}(ms|s|m|h)$/i, {
    error: mustBe('a list of durations such as 1s, 30s, 2m, 12h'),
  })
  .transform((text) => {
    const unit = text.replace(/\d/g, '').toLowerCase();
    return Number.parseInt(text, 10) * ({ ...millisecondsPerUnit, h: 3_600_000 }[unit] ?? 1);
  });

/** Delays in milliseconds. */
export const delayList = commaSeparated(delay);

/** A duration in seconds that may be none. */
export const secondsOrNone = z.union([z.literal('0').transform(() => 0), seconds], {
  error: mustBe('0 or a duration such as 5s or 1m'),
});

export const secretKey = z.string().min(16, {
  error: 'must have at least 16 characters; `openssl rand -base64 32` generates a good one',
});

/** A secret that is sent in an HTTP header. */
export const headerValue = z.string().regex(/^[\x21-\x7e]+$/, {
  error: 'must be printable ASCII without spaces',
});

export const scopeList = commaSeparated(
  z.enum(scopes, {
    error: ({ input }) => `${quote(input)} is not a scope; allowed: ${scopes.join(', ')}`,
  }),
);

export const originList = commaSeparated(
  z.string().refine((word) => word === '*' || isOrigin(word), {
    error: ({ input }) => `${quote(input)} is not an origin such as https://example.org`,
  }),
);

/** Paths of files. */
export const fileList = commaSeparated(z.string());

const httpProtocol = /^https?$/;

export const httpUrl = z
  .url({ protocol: httpProtocol, error: mustBe('an http or https URL') })
  .transform((url) => url.replace(/\/+$/, ''));

export const endpointUrl = z
  .url({ protocol: httpProtocol, error: 'must be an http or https URL' })
  .refine(hasNoCredentials, { error: 'must not contain a username or password' });

export const redisUrl = z.url({
  protocol: /^rediss?$/,
  error: 'must be a URL such as redis://localhost:6379',
});

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgresql://user:password@host:5432/database',
});

function commaSeparated<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .pipe(z.array(item));
}

function isOrigin(word: string): boolean {
  return URL.canParse(word) && new URL(word).origin === word;
}

function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

function mustBe(expected: string): Message {
  return ({ input }) => `must be ${expected}; got ${quote(input)}`;
}

function quote(input: unknown): string {
  return JSON.stringify(String(input));
}
