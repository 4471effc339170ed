import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { insertStatement, toNewQuestions } from '../../src/db/question-changes.ts';
import { packSlots } from '../../src/db/random-list/pack-slots.ts';
import { listRandomly } from '../../src/db/random-list/random-list.ts';
import { bitsFor, RandomOrder } from '../../src/db/random-list/random-order.ts';
import { SeededPermutation } from '../../src/db/random-list/seeded-permutation.ts';
import { cellOf, cellsOf, numberOf } from '../../src/db/random-list/slots.ts';
import { toPage } from '../../src/domain/page.ts';
import { categories } from '../../src/domain/question.ts';
import { exampleQuestion } from '../../src/domain/question-content.ts';
import type { QuestionFilter } from '../../src/domain/question-criteria.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { runs } from '../support/property-runs.ts';

const { database } = await openDatabase({
  url: await createEmptyDatabase(),
  poolSize: 2,
  log: createLog({ level: 'error', isPretty: false }),
});
closeAfterFile(() => database.close());

const author = { by: 'account:me', at: new Date(0) };
const questions = toNewQuestions(
  Array.from({ length: 240 }, (_, index) => ({
    ...exampleQuestion,
    questionText: index % 40 === 0 ? `Rare ${index}?` : `Question ${index}?`,
    category: categories[index % 6] ?? 'Science',
    difficulty: index % 3,
    topicFocus: `Topic ${index % 50}`,
    source: index % 2 === 0 ? 'even' : null,
  })),
  author.at,
);
await database.query(insertStatement(questions, author));
await database.pool.query(`DELETE FROM questions WHERE topic_focus = 'Topic 7'`);
await database.pool.query(`UPDATE questions SET difficulty = 2 WHERE topic_focus = 'Topic 8'`);

/** What the order must be, from the slots alone. */
async function expectedOrder(seed: string, filter: QuestionFilter): Promise<string[]> {
  const { rows } = await database.pool.query(
    'SELECT q.*, s.slot FROM questions q JOIN question_slots s ON s.question_id = q.id',
  );
  const tops = new Map<number, number>();
  for (const { slot } of rows) {
    const [cell, number] = [cellOf(slot), numberOf(slot)];
    if (cellsOf(filter).includes(cell)) tops.set(cell, Math.max(number, tops.get(cell) ?? 0));
  }
  const order = new RandomOrder(seed, bitsFor(tops));
  return rows
    .filter((row) => !filter.category || filter.category.includes(row.category))
    .filter((row) => !filter.difficulty || filter.difficulty.includes(row.difficulty))
    .filter((row) => !filter.topicFocus || filter.topicFocus.includes(row.topic_focus))
    .filter((row) => !filter.source || row.source === filter.source)
    .filter((row) => !filter.search || row.question_text.startsWith('Rare'))
    .map(({ id, slot }) => ({ id, position: order.positionOf(slot) }))
    .sort((one, other) => one.position - other.position)
    .map(({ id }) => id);
}

const filters: QuestionFilter[] = [
  {},
  { category: ['Science'] },
  { category: ['Science', 'Geography'], difficulty: [2] },
  { topicFocus: ['Topic 8', 'Topic 9'] },
  { source: 'even' },
  { search: 'rare' },
  { topicFocus: ['Topic 7'] },
];

async function expectSameOrder(
  seed: string,
  filter: QuestionFilter,
  limit: number,
  offset: number,
) {
  const expected = await expectedOrder(seed, filter);
  const list = (page: object) => listRandomly(database, { filter, seed, page: toPage(page) });
  const first = await list({ first: limit, offset });
  const idsOf = (page: typeof first) => page.questions.map(({ id }) => id);
  expect(idsOf(first)).toEqual(expected.slice(offset, offset + limit));
  expect(first.hasMore).toBe(expected.length > offset + limit);
  expect(await first.countTotal()).toBe(expected.length);
  const last = first.questions.at(-1);
  if (!last) return;
  const next = await list({ first: limit, after: first.cursorOf(last) });
  expect(idsOf(next)).toEqual(expected.slice(offset + limit, offset + 2 * limit));
  const before = await list({ last: limit, before: first.cursorOf(last) });
  const end = offset + first.questions.length - 1;
  expect(idsOf(before)).toEqual(expected.slice(Math.max(0, end - limit), end));
}

describe('a random order', () => {
  const cases = fc.record({
    seed: fc.string({ minLength: 1 }),
    filter: fc.constantFrom(...filters),
    limit: fc.integer({ min: 1, max: 100 }),
    offset: fc.integer({ min: 0, max: 250 }),
  });
  const check = () =>
    fc.assert(
      fc.asyncProperty(cases, ({ seed, filter, limit, offset }) =>
        expectSameOrder(seed, filter, limit, offset),
      ),
      runs(30),
    );

  it('is the permutation of the slots that the seed chooses, with any criteria', check);

  it('is the same where the slots are far apart, and those of all matches are read', async () => {
    await spreadSlots('number * 3000');
    await check();
    await spreadSlots('number / 3000');
  });

  it('goes on after a cursor when the bank has outgrown the space of the first page', async () => {
    const list = (page: object) =>
      listRandomly(database, { filter: {}, seed: 's', page: toPage(page) });
    const expected = await expectedOrder('s', {});
    const first = await list({ first: 50 });
    const [late] = await insert([{ ...exampleQuestion }]);
    await database.pool.query(
      'UPDATE question_slots SET slot = slot + 70000 WHERE question_id = $1',
      [late?.id],
    );
    const last = first.questions.at(-1);
    if (!last) throw new Error('No page');
    const next = await list({ first: 50, after: first.cursorOf(last) });
    expect(next.questions.map(({ id }) => id)).toEqual(expected.slice(50, 100));
    const anew = await list({ first: 50 });
    expect(anew.questions.map(({ id }) => id)).toEqual((await expectedOrder('s', {})).slice(0, 50));
  });

  it('looks up few free slots after a mass deletion', async () => {
    const category = 'Mathematics';
    const many = { ...exampleQuestion, category, difficulty: 1, source: 'many' } as const;
    const inserted = await insert(Array.from({ length: 1200 }, () => many));
    const left = inserted.filter((_, index) => index % 50 === 0).map(({ id }) => id);
    await database.pool.query(`DELETE FROM questions WHERE source = 'many' AND id <> ALL($1)`, [
      left,
    ]);
    await packSlots(database);
    const { rows } = await database.pool.query(
      `SELECT slot, q.source FROM question_slots s JOIN questions q ON q.id = s.question_id
       WHERE q.category = $1 AND q.difficulty = 1`,
      [category],
    );
    const numbers = rows.map(({ slot }) => numberOf(slot));
    expect(rows.filter(({ source }) => source === 'many')).toHaveLength(left.length);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.max(...numbers)).toBe(numbers.length - 1);
    // The next question has the next slot, not one after those of the deleted ones.
    const [next] = await insert([many]);
    const { rows: nextRows } = await database.pool.query(
      'SELECT slot FROM question_slots WHERE question_id = $1',
      [next?.id],
    );
    expect(numberOf(nextRows[0]?.slot)).toBe(numbers.length);
    await expectSameOrder('packed', { category: [category], difficulty: [1] }, 20, 5);
  });
});

async function insert(contents: Parameters<typeof toNewQuestions>[0]) {
  const added = toNewQuestions(contents, author.at);
  await database.query(insertStatement(added, author));
  return added;
}

/** Gives every slot another number within its cell. */
async function spreadSlots(number: string): Promise<void> {
  await database.pool.query(
    `UPDATE question_slots SET slot = (slot >> 26 << 26) + new FROM (
       SELECT question_id AS id, (${number}) AS new
       FROM (SELECT question_id, slot & 67108863 AS number FROM question_slots) AS numbered
     ) AS numbers WHERE id = question_id`,
  );
}

describe('a seeded permutation', () => {
  it('maps slots to positions and back, one to one', () => {
    for (const bits of [16, 17, 24, 31]) {
      const permutation = new SeededPermutation(`bits ${bits}`, bits);
      const slots = Array.from({ length: 2000 }, (_, index) => (index * 104729) & permutation.mask);
      const positions = slots.map((slot) => permutation.positionOf(slot));
      expect(positions.map((position) => permutation.slotAt(position))).toEqual(slots);
      expect(new Set(positions).size).toBe(new Set(slots).size);
    }
  });

  it.each([1, 2, 256, 4096])('is uniform over seeds for slots that are %d apart', (distance) => {
    const [count, seeds] = [12, 4000];
    const firsts = new Array(count).fill(0);
    const followers = new Array(count * count).fill(0);
    for (let seed = 0; seed < seeds; seed += 1) {
      const permutation = new SeededPermutation(`seed ${seed}`, 16);
      const order = Array.from({ length: count }, (_, item) => item).sort(
        (one, other) =>
          permutation.positionOf(one * distance) - permutation.positionOf(other * distance),
      );
      firsts[order[0] ?? 0] += 1;
      for (let at = 1; at < count; at += 1) {
        followers[(order[at - 1] ?? 0) * count + (order[at] ?? 0)] += 1;
      }
    }
    const pairs = followers.filter((_, index) => index % (count + 1) !== 0);
    // Beyond these, one uniform order in 100,000: 11 and 131 degrees of freedom.
    expect(chiSquare(firsts, seeds / count)).toBeLessThan(43.2);
    expect(chiSquare(pairs, seeds / count)).toBeLessThan(208);
  });
});

function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
