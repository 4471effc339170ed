import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../../src/analyses/analysis-type.ts';
import type { NodePair } from '../../../src/analyses/types/duplicates/node-pair.ts';
import { listPairs } from '../../../src/analyses/types/duplicates/pair-list.ts';
import { groupQuestions } from '../../../src/analyses/types/duplicates/question-groups.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { runs } from '../../support/property-runs.ts';
import { makeQuestion, silent } from '../questions.ts';

interface Asked {
  readonly text: string;
  readonly isSelected: boolean;
}

/** The first text is the first node, and so on; ids ascend in the given order. */
function group(asked: readonly Asked[]) {
  const table = createQuestionTable(4);
  const questions = asked.map(({ text, isSelected }, at) => ({
    isSelected,
    question: makeQuestion({ id: String(at).padStart(6, '0'), questionText: text }),
  }));
  for (const { question } of questions.filter((each) => each.isSelected))
    table.addSelected(question);
  for (const { question } of questions.filter((each) => !each.isSelected))
    table.addFromBank(question);
  const read = table.read();
  return { table: read, groups: groupQuestions(read, silent) };
}

const similarPair: NodePair = {
  one: 0,
  other: 1,
  jaccard: 0.8,
  cosine: 0.9,
  sameAnswer: true,
  kind: 'near',
  reasons: [],
  certainty: Number.POSITIVE_INFINITY,
};

const copies = (count: number, text: string, selected: readonly number[] = []): Asked[] =>
  Array.from({ length: count }, (_, at) => ({ text, isSelected: selected.includes(at) }));

function timed<T>(work: () => T): { value: T; milliseconds: number } {
  const before = process.cpuUsage();
  return { value: work(), milliseconds: process.cpuUsage(before).user / 1000 };
}

describe('the list of pairs', () => {
  it('has the pairs with a chosen question, in the order of ids, up to as many as asked', () => {
    const asked = fc.array(
      fc.record({ text: fc.constantFrom('one', 'two'), isSelected: fc.boolean() }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 60 }), (set, limit) => {
        const { table, groups } = group(set);
        const nodes = Array.from({ length: groups.nodes }, (_, node) => node);
        const repeated = nodes.filter(
          (node) => groups.selectedOf(node) > 0 && groups.sizeOf(node) > 1,
        );
        const hasPair = nodes.length === 2 && groups.selectedOf(0) + groups.selectedOf(1) > 0;
        const pairs = hasPair ? [similarPair] : [];
        const twins = repeated.flatMap((node) => {
          const all = Array.from(groups.questionsOf(node));
          return all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));
        });
        const others = pairs.flatMap(({ one, other }) =>
          Array.from(groups.questionsOf(one)).flatMap((left) =>
            Array.from(groups.questionsOf(other), (right) => [left, right]),
          ),
        );
        const expected = [...twins, ...others]
          .map((pair) =>
            pair.map((each) => ({ id: table.ids[each], isBank: each >= table.selected })),
          )
          .filter((pair) => !pair.every(({ isBank }) => isBank))
          // The selected question first; of two selected ones that with the smaller id.
          .map((pair) => pair.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
          .map((pair) => pair.map(({ id }) => id));
        const listed = listPairs(table, groups, repeated, pairs, limit, silent);
        expect(listed.map(({ a, b }) => [a, b])).toEqual(expected.slice(0, limit));
      }),
      runs(300),
    );
    function keyOf({ id, isBank }: { id: string | undefined; isBank: boolean }): string {
      return `${Number(isBank)} ${id}`;
    }
  });

  // Pair by pair, these would be billions of steps.
  it.each([
    ['first', 0],
    ['last', 99_999],
  ])(
    'takes no look at pairs of the bank, where the %s of 100,000 twins is chosen',
    (_which, at) => {
      const { table, groups } = group(copies(100_000, 'one', [at]));
      const { value, milliseconds } = timed(() =>
        listPairs(table, groups, [0], [], 100_000, silent),
      );
      expect(value.length).toBe(99_999);
      expect(milliseconds).toBeLessThan(2000);
    },
  );

  it('is done once it is full', () => {
    const { table, groups } = group([
      ...copies(50_000, 'one', [0, 1, 49_999]),
      ...copies(50_000, 'two', [0]),
    ]);
    const { value, milliseconds } = timed(() =>
      listPairs(table, groups, [], [similarPair], 3, silent),
    );
    expect(value.map(({ a, b }) => [a, b])).toEqual([
      ['000000', '050000'],
      ['000000', '050001'],
      ['000000', '050002'],
    ]);
    expect(milliseconds).toBeLessThan(2000);
  });

  it('stops when it is told to', () => {
    const { table, groups } = group(copies(100, 'one', [3]));
    const control = { ...silent, signal: { aborted: true } };
    expect(() => listPairs(table, groups, [0], [], 10, control)).toThrow(AnalysisCancelled);
  });
});
