import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QuestionChange, QuestionState } from '../../src/db/change-log.ts';
import type { QuestionFilter } from '../../src/domain/question-criteria.ts';
import { createAnswerCache, type Mark } from '../../src/http/answers/answer-cache.ts';
import { recordReads } from '../../src/schema/reads.ts';
import { runs } from '../support/property-runs.ts';
import { makeAnswer } from '../support/remembered-lists.ts';

type Stored = QuestionState & { readonly text: number };
type Bank = ReadonlyMap<string, Stored>;

const questionIds = Array.from({ length: 8 }, (_, index) => `question-${index}`);

/** What is asked: lists by all criteria, single questions, and several of them at once. */
const asked: readonly (readonly (QuestionFilter | string)[])[] = [
  [{}],
  [{ category: ['Science'] }],
  [{ category: ['Science', 'Geography'], difficulty: [0, 1] }],
  [{ difficulty: [2] }],
  [{ topicFocus: ['atoms'] }],
  [{ topicFocus: ['STARS', 'atoms'], category: ['Science'] }],
  [{ source: 'book' }],
  [{ source: 'book', difficulty: [0], category: ['Literature'], topicFocus: ['Atoms'] }],
  [{ ids: questionIds.slice(0, 2) }],
  [{ search: 'text' }],
  [{ category: ['Literature'] }, { source: 'web', difficulty: [1] }],
  ...questionIds.map((id) => [id]),
  ['question-0', 'question-5', { category: ['Geography'], source: 'web' }],
];

function matches(read: QuestionFilter | string, id: string, state: QuestionState): boolean {
  if (typeof read === 'string') return read === id;
  const { category, difficulty, topicFocus, source, ids } = read;
  return (
    (!ids || ids.includes(id)) &&
    (!category || category.some((name) => name === state.category)) &&
    (!difficulty || difficulty.some((level) => level === state.difficulty)) &&
    (!topicFocus ||
      topicFocus.some((topic) => topic.toLowerCase() === state.topicFocus?.toLowerCase())) &&
    (!source || source === state.source)
  );
}

function answerTo(reads: readonly (QuestionFilter | string)[], bank: Bank): string {
  return JSON.stringify(
    reads.map((read) => [...bank].filter(([id, state]) => matches(read, id, state))),
  );
}

function concerns({ id, before, after }: QuestionChange, reads: readonly unknown[]): boolean {
  return reads.some((read) =>
    [before, after].some((state) => state && matches(read as QuestionFilter | string, id, state)),
  );
}

const write = fc.record({
  id: fc.constantFrom(...questionIds),
  isDeletion: fc.boolean(),
  /** Plain SQL need not increase the version. */
  isPlainSql: fc.boolean(),
  category: fc.constantFrom('Science', 'Geography', 'Literature'),
  difficulty: fc.constantFrom(0, 1, 2),
  topicFocus: fc.constantFrom(null, 'Atoms', 'ATOMS', 'stars'),
  source: fc.constantFrom(null, 'book', 'web'),
});
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;
const ask = fc.nat(asked.length - 1);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ write }) },
  { weight: 3, arbitrary: fc.record({ follow: fc.nat(8) }) },
  { weight: 4, arbitrary: fc.record({ begin: ask }) },
  { weight: 4, arbitrary: fc.record({ read: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ store: fc.nat(5) }) },
  { weight: 8, arbitrary: fc.record({ request: ask }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Runs a history, in which readers begin, read and store while others write and the log is followed. */
function run(steps: readonly Step[], count: { unaffected: number; survived: number }): void {
  const cache = createAnswerCache(1_000_000);
  const banks: Bank[] = [new Map()];
  const changes: QuestionChange[] = [];
  let followed = 0;
  const begun: { ask: number; mark: Mark; told: number; at?: number }[] = [];
  /** How much of the log was followed when the read of an answer began. */
  const kept = new Map<number, number>();

  const bankAt = (index: number) => banks[index] ?? new Map();
  const save = (index: number, mark: Mark, told: number, at: number) => {
    const reads = recordReads();
    const wanted = asked[index] ?? [];
    for (const read of wanted) {
      const version = typeof read === 'string' ? bankAt(at).get(read)?.version : 0;
      if (version === undefined) return;
      if (typeof read === 'string') reads.question(read, version);
      else reads.list(read);
    }
    const body = Buffer.from(JSON.stringify({ at, answer: answerTo(wanted, bankAt(at)) }));
    cache.store(String(index), mark, reads, { ...makeAnswer(0), body });
    if (cache.find(String(index))) kept.set(index, told);
  };

  for (const each of steps) {
    if ('write' in each) change(each.write);
    if ('follow' in each) {
      const found = changes.slice(followed, followed + each.follow);
      followed += found.length;
      // In no particular order, as transactions commit.
      cache.apply(found.reverse());
    }
    if ('begin' in each) begun.push({ ask: each.begin, mark: cache.begin(), told: followed });
    if ('read' in each) {
      const reader = begun[each.read];
      if (reader && reader.at === undefined) reader.at = changes.length;
    }
    if ('store' in each) {
      const [reader] = begun.splice(each.store, 1);
      if (reader?.at !== undefined) save(reader.ask, reader.mark, reader.told, reader.at);
    }
    if ('request' in each && !cache.find(String(each.request))) {
      save(each.request, cache.begin(), followed, changes.length);
    }
    if (!('write' in each || 'begin' in each)) for (const index of asked.keys()) expectFresh(index);
  }
  countSurvivors();

  function change({ id, isDeletion, isPlainSql, ...content }: Write): void {
    const bank = new Map(bankAt(changes.length));
    const before = bank.get(id) ?? null;
    const version = (before?.version ?? 0) + (isPlainSql && before ? 0 : 1);
    const after = isDeletion ? null : { ...content, version, text: changes.length };
    if (after) bank.set(id, after);
    else if (!bank.delete(id)) return;
    changes.push({ id, before, after });
    banks.push(bank);
  }

  function expectFresh(index: number): void {
    const found = cache.find(String(index));
    if (!found) return;
    const { at, answer } = JSON.parse(Buffer.from(found.body).toString());
    if (at < followed) expect(answer).toBe(answerTo(asked[index] ?? [], bankAt(followed)));
  }

  function countSurvivors(): void {
    for (const [index, told] of kept) {
      const reads = asked[index] ?? [];
      const isSearch = reads.some((read) => typeof read === 'object' && read.search);
      const later = changes.slice(told, followed);
      if (isSearch || later.some((each) => concerns(each, reads))) continue;
      count.unaffected += 1;
      if (cache.find(String(index))) count.survived += 1;
    }
  }
}

it('an answer is never older than the followed log, and one that no change concerns survives', () => {
  const count = { unaffected: 0, survived: 0 };
  const { numRuns } = runs(150);
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120 }), (steps) => run(steps, count)),
    { numRuns },
  );
  expect(count.unaffected).toBeGreaterThan(numRuns);
  expect(count.survived).toBe(count.unaffected);
});
