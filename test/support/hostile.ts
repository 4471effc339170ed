import fc from 'fast-check';
import { expect } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/domain/errors.ts';
import type { Answer } from './app.ts';

/** Hostile texts: arbitrary UTF-16 units, unpaired surrogates, and strings known to break software. */
export const hostileText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    ...['', ' ', '\u0000', '\ud800', 'null', 'undefined', '__proto__', 'constructor', "'; --"],
    ...[
      '%00',
      '../..',
      '{{7*7}}',
      '\u202e',
      '\ufeff',
      'NaN',
      '-1',
      '1e999',
      '[]',
      'x'.repeat(2001),
    ],
  ),
);

const hostileNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 1, 2, 3, -1, 1.5, 1e308, 2 ** 31, 2 ** 53),
);

/** Any JSON value, with hostile keys and texts. */
export const hostileJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    hostileText,
    hostileNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const validFields = {
  question_text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  correct_answer: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  incorrect_answers: fc.array(fc.string({ unit: 'binary', maxLength: 10 }), { maxLength: 4 }),
  category: fc.constantFrom('Science', ' general knowledge', 'ASTRONOMY'),
  difficulty: fc.constantFrom(0, 1, 2),
  topic_focus: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 })),
  source: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 })),
  external_id: fc.option(fc.uuid()),
};

/** A valid or nearly valid question with REST names: some fields are missing, unknown or invalid. */
export const nearlyValidQuestion = fc
  .tuple(
    fc.record(validFields, { requiredKeys: ['question_text', 'correct_answer', 'category'] }),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(validFields), 'id', 'x'), hostileJson), {
      freq: 2,
    }),
  )
  .map(
    ([question, corrupted]): Record<string, unknown> =>
      corrupted ? { ...question, [corrupted[0]]: corrupted[1] } : { ...question },
  );

/** A header may contain bytes, but no line breaks or U+0000; Node.js itself rejects the rest. */
export const hostileHeader = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((unit) => String.fromCharCode(unit)),
  }),
  fc.constantFrom('*', '"1"', 'W/"1"', '"1', ',', '""', '*/*;q=0', 'wait=1', 'a'.repeat(3000)),
);

/** REST never fails with a server error, and reports errors in one format. */
export function expectValidRest({ status, headers, body }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(headers.get('api-version')).toBe('1');
  if (status < 400) return;
  // OAuth clients expect errors in plain JSON.
  const isOAuth = body.error !== undefined && status <= 401;
  expect(headers.get('content-type')).toBe(`application/${isOAuth ? '' : 'problem+'}json`);
  expect(errorTable[body.code as ErrorCode].status).toBe(status);
  expect(body).toMatchObject({ status, request_id: headers.get('x-request-id') });
  for (const item of body.errors ?? []) {
    expect(typeof (item.pointer ?? item.parameter)).toBe('string');
  }
}

/** GraphQL responds in its own format, and every error has a documented code that is not a server error. */
export function expectValidGraphql({ status, headers, body }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json; charset/);
  const keys = Object.keys(body);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => key !== 'data' && key !== 'errors')).toEqual([]);
  if (!('data' in body)) expect(body.errors.length).toBeGreaterThan(0);
  for (const error of body.errors ?? []) {
    expect(typeof error.message).toBe('string');
    expect(errorTable[error.extensions.code as ErrorCode].status).toBeLessThan(500);
  }
}
