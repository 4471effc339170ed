import { describe, expect, it } from 'vitest';
import { maxOffset } from '../../src/domain/page.ts';
import { linkHeader } from '../../src/http/rest/link-header.ts';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest } = await createTestApp();
const questions = Array.from({ length: 25 }, () => makeQuestion({ source: 'a&b, "c"' }));
await rest('POST', '/questions', questions);

/** The URLs of a Link header by relation. */
async function linksOf(path: string): Promise<Record<string, string>> {
  const { headers } = await rest('GET', path);
  const found = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...found].map(([, address, relation]) => [relation, address]));
}

describe('the links of a list', () => {
  it('lead to the first, previous, next and last page', async () => {
    expect(await linksOf('/questions?limit=10')).toEqual({
      first: '/questions?limit=10',
      next: '/questions?limit=10&offset=10',
      last: '/questions?limit=10&offset=20',
    });
    expect(await linksOf('/questions?limit=10&offset=10')).toEqual({
      first: '/questions?limit=10',
      prev: '/questions?limit=10',
      next: '/questions?limit=10&offset=20',
      last: '/questions?limit=10&offset=20',
    });
    expect(await linksOf('/v1/questions?offset=20&limit=10')).toEqual({
      first: '/v1/questions?limit=10',
      prev: '/v1/questions?offset=10&limit=10',
      last: '/v1/questions?offset=20&limit=10',
    });
  });

  it('keep the seed of a random order, made up or given', async () => {
    const { body, headers } = await rest('GET', '/questions?sort=random&limit=10');
    const { seed } = body.page;
    expect(seed).toMatch(/^[\w-]{12}$/);
    const next = `/questions?sort=random&limit=10&seed=${seed}&offset=10`;
    expect(headers.get('link')).toContain(`<${next}>; rel="next"`);
    const again = await rest('GET', `/questions?sort=random&limit=10&seed=${seed}`);
    expect(again.body).toEqual(body);
    const byCursor = await rest(
      'GET',
      `/questions?sort=random&limit=10&cursor=${body.page.next_cursor}`,
    );
    expect(byCursor.body.page.seed).toBe(seed);
    expect(byCursor.body.data).toEqual((await rest('GET', next)).body.data);
    const other = await rest('GET', '/questions?sort=random&limit=10');
    expect(other.body.page.seed).not.toBe(seed);
    expect((await rest('GET', '/questions?limit=1')).body.page).not.toHaveProperty('seed');
  });

  it('a seed that does not fit is reported with the other errors', async () => {
    const errorsOf = async (query: string) => {
      const { status, body } = await rest('GET', `/questions?${query}`);
      expect(status).toBe(400);
      return body.errors.map(
        ({ parameter, code }: Record<string, string>) => `${parameter} ${code}`,
      );
    };
    expect(await errorsOf('seed=a')).toEqual(['seed contradiction']);
    expect(await errorsOf('seed=a&sort=created_at')).toEqual(['seed contradiction']);
    expect(await errorsOf(`sort=random&seed=${'x'.repeat(101)}&limit=0`)).toHaveLength(2);
    expect(await errorsOf('sort=random&seed=')).toEqual(['seed too_short']);
    const { body } = await rest('GET', '/questions?sort=random&seed=a&limit=1');
    expect(await errorsOf(`sort=random&seed=b&cursor=${body.page.next_cursor}`)).toEqual([
      'cursor invalid',
    ]);
  });

  it('end with a full page when the total is a multiple of the limit', async () => {
    const { last, next } = await linksOf('/questions?limit=5');
    expect([next, last]).toEqual(['/questions?limit=5&offset=5', '/questions?limit=5&offset=20']);
    expect((await rest('GET', last ?? '')).body.data).toHaveLength(5);
    const only = await linksOf('/questions?limit=25');
    expect(only).toEqual({ first: '/questions?limit=25', last: '/questions?limit=25' });
  });

  it('lead back from behind the end', async () => {
    const links = await linksOf('/questions?limit=10&offset=1000000');
    expect(Object.keys(links)).toEqual(['first', 'prev', 'last']);
    expect((await rest('GET', links.prev ?? '')).status).toBe(200);
    expect((await rest('GET', links.last ?? '')).body.data).toHaveLength(5);
  });

  it('keep the criteria as they were meant', async () => {
    const source = encodeURIComponent('a&b, "c"');
    const query = `source=${source}&category=Science&category=Geography&difficulty=0,1&limit=5`;
    const { next = '' } = await linksOf(`/questions?${query}`);
    const [path, search] = next.split('?');
    expect(path).toBe('/questions');
    expect([...new URLSearchParams(search)]).toEqual([
      ['source', 'a&b, "c"'],
      ['category', 'Science'],
      ['category', 'Geography'],
      ['difficulty', '0,1'],
      ['limit', '5'],
      ['offset', '5'],
    ]);
    expect((await rest('GET', next)).body.page).toMatchObject({ offset: 5, total: 25 });
  });

  it('go on by cursor when one was used', async () => {
    const { body } = await rest('GET', '/questions?limit=10');
    const path = `/questions?limit=10&cursor=${body.page.next_cursor}`;
    const { first, next, ...others } = await linksOf(path);
    expect([first, others]).toEqual(['/questions?limit=10', {}]);
    const last = await rest('GET', next ?? '');
    expect([last.body.data.length, last.body.page.has_more]).toEqual([5, false]);
    expect(Object.keys(await linksOf(next ?? ''))).toEqual(['first']);
  });

  it('lead no further than an offset may go', () => {
    const target = { path: '/questions', search: '?limit=20' };
    const page = { limit: 20, total: 3 * maxOffset, has_more: true, next_cursor: 'x' };
    const relations = (offset: number) =>
      [...linkHeader(target, { ...page, offset }).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
    expect(relations(maxOffset - 20)).toEqual(['first', 'prev', 'next']);
    expect(relations(maxOffset - 10)).toEqual(['first', 'prev']);
  });

  it('lead an empty list to itself', async () => {
    const path = '/questions?source=nothing';
    expect(await linksOf(path)).toEqual({ first: path, last: path });
  });
});

describe('a list that did not change', () => {
  it('is not sent again', async () => {
    const { headers } = await rest('GET', '/questions?limit=5');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const same = await rest('GET', '/questions?limit=5', undefined, { 'if-none-match': etag });
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, '', etag]);
    expect(same.headers.get('link')).toBe(headers.get('link'));
    await rest('POST', '/questions', makeQuestion());
    const changed = await rest('GET', '/questions?limit=5', undefined, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
  });
});
