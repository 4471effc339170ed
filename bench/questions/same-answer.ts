import { deepStrictEqual, strictEqual } from 'node:assert';
import type pg from 'pg';
import type { LoadRequest, LoadResponse } from '../http-load.ts';

/** Fields that differ between two servers that do the same work, by what they must look like. */
const ownValues: Record<string, RegExp> = {
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  created_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  updated_at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  next_cursor: /^[\w-]{40,}$/,
};

/**
 * Throws unless both answers have the same status, the same fields with the same values and the same
 * Link, ETag and Location. Writes differ in ids and times, cursors are opaque.
 */
export function assertSameAnswer(
  request: LoadRequest,
  service: LoadResponse,
  baseline: LoadResponse,
): void {
  const { method = 'GET', path } = request;
  const what = `${method} ${path}`;
  strictEqual(service.status, baseline.status, `${what}: status; ${service.body}`);
  const own = method === 'GET' || path === '/graphql' ? ['next_cursor'] : Object.keys(ownValues);
  const normalize = ({ body }: LoadResponse) =>
    JSON.parse(body, (key, value) => {
      if (!own.includes(key) || typeof value !== 'string') return value;
      return ownValues[key]?.test(value) ? `<${key}>` : value;
    });
  deepStrictEqual(normalize(service), normalize(baseline), `${what}: body`);
  for (const name of ['link', 'location', ...(path.includes('?') ? [] : ['etag'])]) {
    if (path === '/graphql') continue;
    const [one, other] = [service, baseline].map(({ headers }) =>
      headers.get(name)?.replace(/[0-9a-f-]{36}/, '<id>'),
    );
    strictEqual(one, other, `${what}: ${name}`);
  }
}

/** Throws unless both writes left the same entry in the history. */
export async function assertSameHistory(
  client: pg.Client,
  service: LoadResponse,
  baseline: LoadResponse,
): Promise<void> {
  const [one, other] = await Promise.all(
    [service, baseline].map(async ({ body }) => {
      const { id, version } = JSON.parse(body) as { id: string; version: number };
      const { rows } = await client.query(
        `SELECT * FROM question_versions WHERE question_id = $1 AND version = $2`,
        [id, version],
      );
      const { question_id: _id, changed_at: _at, changed_by: _by, ...entry } = rows[0] ?? {};
      return entry;
    }),
  );
  deepStrictEqual(one, other, 'The entries in the history differ');
}
