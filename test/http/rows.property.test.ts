import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { toSnakeCase } from '../../src/domain/naming.ts';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';
import { expectValidRest, hostileJson, hostileText } from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';

const { rest, logged } = await createTestApp();
const { access_token } = await logIn({ rest });
const headers = { 'content-type': 'application/json', ...bearer(access_token) };

afterAll(() => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

/** The names of the fields of a row's body, so that generated input hits them. */
function fieldsOf({ body }: Row): string[] {
  const schema = body?.rules.schema;
  const item = schema instanceof z.ZodArray ? schema.element : schema;
  return item instanceof z.ZodObject ? Object.keys(item.shape).map(toSnakeCase) : ['x'];
}

const path = (row: Row) =>
  fc
    .oneof(
      fc.uuid(),
      hostileText.map((text) => encodeURIComponent(text.toWellFormed()) || '%00'),
    )
    .map((id) => row.path.replace(/\{\w+\}/g, () => id));

const body = (row: Row) =>
  fc.dictionary(fc.constantFrom(...fieldsOf(row)), fc.oneof(hostileText, hostileJson));

const query = (row: Row) =>
  fc.array(fc.tuple(fc.constantFrom(...Object.keys(row.query ?? { x: 1 })), hostileText), {
    maxLength: 2,
  });

it.each([...rows, ...documentRows].map((row) => ({ row, title: `${row.method} ${row.path}` })))(
  'answers whatever is thrown at it: $title',
  async ({ row }) => {
    const property = fc.asyncProperty(
      path(row),
      query(row),
      body(row),
      async (to, search, sent) => {
        const target = search.length > 0 ? `${to}?${new URLSearchParams(search)}` : to;
        const text = row.body ? JSON.stringify(sent) : undefined;
        expectValidRest(await rest(row.method, target, text, headers));
        if (row.body) expectValidRest(await rest(row.method, to, text, headers));
      },
    );
    await fc.assert(property, runs(25));
  },
);
