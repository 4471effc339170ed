import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/http/rest/router.ts';
import type { Method, Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { runs } from '../support/property-runs.ts';

const makeRow = (method: Method, path: string, name = `${method} ${path}`): Row => ({
  method,
  path,
  name,
  summary: '',
  document: '',
  success: { status: 200 },
  errors: [],
});

describe('the router', () => {
  it('finds the same rows in whatever order they are given', () => {
    const paths = [...new Set(rows.map(({ path }) => path))];
    const inOrder = createRouter(rows);
    const shuffled = fc.shuffledSubarray([...rows], { minLength: rows.length });
    fc.assert(
      fc.property(shuffled, (order) => {
        const find = createRouter(order);
        for (const path of paths) {
          const asked = path.replace(/\{\w+\}/g, 'some-id');
          const names = (match = find(asked)) => match?.rows.map(({ name }) => name).sort();
          expect(names()).toEqual(names(inOrder(asked)));
          expect(find(asked)?.rows.every((row) => row.path === path)).toBe(true);
          // Where both a list and a single item are accepted, the list comes second.
          const posts = find(asked)?.rows.filter(({ method }) => method === 'POST');
          expect(posts?.map(({ name }) => name)).toEqual(
            rows.filter((row) => row.path === path && row.method === 'POST').map((row) => row.name),
          );
        }
      }),
      runs(50),
    );
  });

  it('prefers a static segment, and falls back to a parameter', () => {
    const find = createRouter([
      makeRow('GET', '/runs/{id}'),
      makeRow('GET', '/runs/{id}/items'),
      makeRow('GET', '/runs/types'),
    ]);
    expect(find('/runs/types')?.rows[0]?.path).toBe('/runs/types');
    expect(find('/v1/runs/types')?.rows[0]?.path).toBe('/runs/types');
    expect(find('/runs/types/items')).toMatchObject({ parameters: { id: 'types' } });
    expect(find('/runs/a%20b')).toMatchObject({ parameters: { id: 'a b' } });
    expect(find('/runs/%zz')).toMatchObject({ parameters: { id: '%zz' } });
  });

  it.each(['/', '/runs', '/runs/', '/runs//items', '/runs/1//', '/runs/1/items/2'])(
    'finds nothing at %s',
    (path) => {
      const find = createRouter([makeRow('GET', '/runs/{id}'), makeRow('GET', '/runs/{id}/items')]);
      expect(find(path)).toBeUndefined();
    },
  );

  it('refuses two rows of one method and path', () => {
    const twins = [makeRow('GET', '/runs/{id}', 'getRun'), makeRow('GET', '/runs/{id}', 'readRun')];
    expect(() => createRouter(twins)).toThrow(
      'Conflicting REST row readRun: GET /runs/{id} already belongs to getRun',
    );
  });

  it('refuses two names for one parameter', () => {
    const twins = [makeRow('GET', '/runs/{id}'), makeRow('GET', '/runs/{run}/items')];
    expect(() => createRouter(twins)).toThrow('names {run} what another row names {id}');
  });
});
