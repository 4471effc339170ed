import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { findCategory } from '../../src/domain/question.ts';
import { sortOrders } from '../../src/domain/question-criteria.ts';
import { createTestApp, type Json } from '../support/app.ts';
import {
  expectValidRest,
  hostileJson,
  hostileText,
  nearlyValidQuestion,
} from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());
await rest('POST', '/questions', [makeQuestion(), makeQuestion(), makeQuestion()]);
const path = `/questions/${question.id}`;

afterAll(() => {
  expect(
    logged.filter(({ level, request_id }) => level === 'error' || (level === 'warn' && request_id)),
  ).toEqual([]);
});

const cleaned = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').trim() : (value ?? null);

/** Accepted input is returned normalized: trimmed, in NFC, the category in its canonical spelling. */
function expectKept(sent: Json, kept: Json): void {
  // JSON has one zero; JavaScript has two.
  for (const [field, value] of Object.entries<unknown>(JSON.parse(JSON.stringify(sent)))) {
    if (['id', 'version', 'created_at', 'updated_at'].includes(field)) continue;
    const meant = Array.isArray(value) ? value.map(cleaned) : cleaned(value);
    expect(kept[field]).toEqual(field === 'category' ? findCategory(String(value)) : meant);
  }
}

describe('bodies', () => {
  it('of any JSON are taken or refused', async () => {
    const targets = fc.constantFrom(
      ['POST', '/questions'],
      ['PUT', path],
      ['PATCH', path],
      ['POST', `${path}/restore`],
    );
    const property = fc.asyncProperty(targets, hostileJson, async ([method, to], body) => {
      expectValidRest(await rest(method ?? '', to ?? '', JSON.stringify(body)));
    });
    await fc.assert(property, runs(150));
  });

  it('that are no JSON are refused', async () => {
    const property = fc.asyncProperty(hostileText, async (body) => {
      const answer = await rest('POST', '/questions', body);
      expectValidRest(answer);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, runs(100));
  });

  it('of nearly sound questions are kept as they were meant, or refused', async () => {
    let kept = 0;
    const property = fc.asyncProperty(nearlyValidQuestion, async (sent) => {
      const answer = await rest('POST', '/questions', sent);
      expectValidRest(answer);
      if (answer.status !== 201) return;
      kept += 1;
      expectKept(sent, answer.body);
      const { body } = await rest('GET', answer.headers.get('location') ?? '');
      expect(body).toEqual(answer.body);
    });
    const { numRuns } = runs(120);
    await fc.assert(property, { numRuns });
    expect(kept).toBeGreaterThan(numRuns / 12);
  });

  it('of nearly sound changes are kept as they were meant, or refused', async () => {
    const change = nearlyValidQuestion.chain((whole) => fc.subarray(Object.entries(whole)));
    const property = fc.asyncProperty(change, async (entries) => {
      const sent = Object.fromEntries(entries);
      const answer = await rest('PUT', path, sent);
      expectValidRest(answer);
      if (answer.status !== 200) return;
      expectKept(sent, answer.body);
      expect((await rest('GET', path)).body).toEqual(answer.body);
    });
    await fc.assert(property, runs(100));
  });

  it('of many nearly sound questions are kept whole or not at all', async () => {
    const property = fc.asyncProperty(
      fc.array(nearlyValidQuestion, { maxLength: 5 }),
      async (sent) => {
        const before = (await rest('GET', '/questions')).body.page.total;
        const answer = await rest('POST', '/questions', sent);
        expectValidRest(answer);
        const added = answer.status === 201 ? sent.length : 0;
        expect((await rest('GET', '/questions')).body.page.total).toBe(before + added);
      },
    );
    await fc.assert(property, runs(30));
  });
});

describe('query strings', () => {
  const names = [
    ...['category', 'difficulty', 'topic_focus', 'search', 'ids', 'source', 'created_after'],
    ...['updated_after', 'sort', 'limit', 'offset', 'cursor'],
  ];
  const value = fc.oneof(
    hostileText,
    fc.constantFrom('Science', '1', '20', 'created_at', '2026-01-01T00:00:00Z', question.id),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.integer().map(String),
  );

  it('of any kind get an answer', async () => {
    const name = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: hostileText },
    );
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 });
    const property = fc.asyncProperty(pairs, async (given) => {
      expectValidRest(await rest('GET', `/questions?${new URLSearchParams(given)}`));
    });
    await fc.assert(property, runs(200));
  });

  it('that are not even encoded get an answer', async () => {
    const raw = fc.string({ unit: 'binary', maxLength: 60 });
    const property = fc.asyncProperty(raw, async (query) => {
      expectValidRest(await rest('GET', `/questions?${query}`));
      expectValidRest(await rest('GET', `${path}/history?${query}`));
    });
    await fc.assert(property, runs(100));
  });

  it('with forged cursors get an answer', async () => {
    const orders = [...sortOrders, 'search'];
    const forged = fc.tuple(
      fc.constantFrom(...orders),
      fc.constantFrom(0, 1, 2),
      fc.oneof(
        hostileJson,
        fc.double(),
        fc.date().map(String),
        fc
          .integer({ min: -9, max: 3000 })
          .map((year) => `${String(year).padStart(4, '0')}-02-30T00:00:00.000Z`),
      ),
      fc.boolean(),
    );
    const property = fc.asyncProperty(forged, async ([order, at, part, isReplaced]) => {
      const list = order === 'search' ? '/questions?search=answer' : `/questions?sort=${order}`;
      const { body } = await rest('GET', `${list}&limit=1`);
      const parts = JSON.parse(Buffer.from(body.page.next_cursor, 'base64url').toString());
      parts[at] = part;
      const cursor = Buffer.from(JSON.stringify(isReplaced ? part : parts)).toString('base64url');
      expectValidRest(await rest('GET', `${list}&cursor=${cursor}`));
      expectValidRest(await rest('GET', `${path}/history?cursor=${cursor}`));
    });
    await fc.assert(property, runs(120));
  });
});
