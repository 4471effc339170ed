import { describe, expect, it } from 'vitest';
import { joinByCosine } from '../../../src/analyses/types/duplicates/cosine-join.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { buildGramSets } from '../../../src/analyses/types/duplicates/gram-sets.ts';
import { joinByMinhash } from '../../../src/analyses/types/duplicates/minhash-join.ts';
import {
  type CollectorLimits,
  createPairCollector,
} from '../../../src/analyses/types/duplicates/pair-collector.ts';
import { indexPrefixes, joinByPrefix } from '../../../src/analyses/types/duplicates/prefix-join.ts';
import { groupQuestions } from '../../../src/analyses/types/duplicates/question-groups.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { searchSimilar } from '../../../src/analyses/types/duplicates/search.ts';
import {
  defaultLimits,
  type SearchLimits,
} from '../../../src/analyses/types/duplicates/search-limits.ts';
import { buildWordVectors } from '../../../src/analyses/types/duplicates/word-vectors.ts';
import { isThorough } from '../../support/property-runs.ts';
import { makeQuestion, runOn, silent } from '../questions.ts';
import { everyone, judgeAllConflicts, readTable, siblings } from './tables.ts';

const count = 40;
const pairsOfAll = (count * (count - 1)) / 2;
const ask = (texts: readonly string[]) =>
  texts.map((questionText, at) =>
    makeQuestion({ id: `q-${1000 + at}`, questionText, correctAnswer: `Town ${at}` }),
  );

type Join = (limits: SearchLimits, visit: (one: number) => void) => { isComplete: boolean };

function joinsOfSiblings(): Record<'exact' | 'minhash' | 'tfidf', Join> {
  const table = readTable(siblings(count));
  const sets = buildGramSets(table.grams, table.stemKeys, true, silent);
  const vectors = buildWordVectors(table.words, table.wordKeys, sets.stems, silent);
  const index = indexPrefixes(sets, 0.7, everyone, silent);
  const parameters = { threshold: 0.7, permutations: 128, seed: 1 };
  return {
    exact: (limits, visit) => joinByPrefix(sets, index, 0.7, everyone, limits, silent, visit),
    minhash: (limits, visit) => joinByMinhash(sets, parameters, everyone, limits, silent, visit),
    tfidf: (limits, visit) => joinByCosine(vectors, 0.5, everyone, limits, silent, visit),
  };
}

/** The number of pairs found by each set, descending. */
function countFound(join: Join, limits: Partial<SearchLimits>) {
  const found = new Map<number, number>();
  const { isComplete } = join({ ...defaultLimits, ...limits }, (one) =>
    found.set(one, (found.get(one) ?? 0) + 1),
  );
  const counts = [...found.values()].sort((one, other) => other - one);
  return { isComplete, max: counts[0], pairs: counts.reduce((sum, each) => sum + each, 0) };
}

describe('a mass of questions that are all alike', () => {
  const joins = joinsOfSiblings();
  const complete = { isComplete: true, max: count - 1, pairs: pairsOfAll };

  it.each(['exact', 'minhash', 'tfidf'] as const)('is told in full by %s while small', (name) => {
    expect(countFound(joins[name], {})).toEqual(complete);
  });

  it.each(['exact', 'minhash', 'tfidf'] as const)('is cut by %s, which says so', (name) => {
    const cut = countFound(joins[name], { maxSimilarPairs: 5, pairsBeforeCut: 0 });
    // The first five sets have fewer predecessors.
    expect(cut).toEqual({ isComplete: false, max: 5, pairs: 10 + 5 * (count - 5) });
  });

  it('is cut by exact only once it has found so many pairs', () => {
    expect(countFound(joins.exact, { maxSimilarPairs: 5, pairsBeforeCut: pairsOfAll + 1 })).toEqual(
      complete,
    );
    const cut = countFound(joins.exact, { maxSimilarPairs: 5, pairsBeforeCut: 300 });
    expect(cut).toMatchObject({ isComplete: false, max: 24 });
    expect(cut.pairs).toBeLessThan(300 + 24 + 5 * count);
  });

  it('is held against no more of a bucket than minhash may compare', () => {
    const cut = countFound(joins.minhash, { maxCompared: 3 });
    expect(cut).toEqual({ isComplete: false, max: 3, pairs: 3 + 3 * (count - 3) });
  });

  it.runIf(isThorough)('is cut in a run by exact too, with a warning', async () => {
    const { warnings, summary } = await runOn(duplicates, ask(siblings(640)), {
      method: 'exact',
      items: 'none',
    });
    expect(summary.methods).toEqual(['exact']);
    expect(warnings.map(({ code }) => code)).toContain('comparisons_cut');
  });
});

describe('the way of searching', () => {
  const methodsOf = async (texts: readonly string[], parameters: object = {}) =>
    (await runOn(duplicates, ask(texts), parameters)).summary.methods;

  it('is exact and by words for few questions, and by sketches where exact takes too many steps', async () => {
    expect(await methodsOf(siblings(20))).toEqual(['exact', 'tfidf', 'content']);
    expect(await methodsOf(siblings(150))).toEqual(['minhash', 'tfidf', 'content']);
  });

  it.each(['exact', 'minhash', 'tfidf'])('is %s where that is asked for', async (method) => {
    expect(await methodsOf(siblings(150), { method })).toEqual([method]);
  });

  function search(limits: Partial<SearchLimits>, parameters: object = {}) {
    const found: string[] = [];
    const outcome = searchSimilar(
      readTable(siblings(count)),
      duplicates.parameters.parse(parameters),
      () => true,
      silent,
      (one, other) => found.push([one, other].sort((a, b) => a - b).join(' ')),
      { ...defaultLimits, ...limits },
    );
    return { ...outcome, found: new Set(found).size, reported: found.length };
  }

  it.each([
    ['as many sets as it may have', { maxSets: count }, {}, 'exact'],
    ['a set more', { maxSets: count - 1 }, {}, 'minhash'],
    ['a set more at a high threshold', { maxSets: count - 1 }, { threshold: 0.8 }, 'exact'],
    ['as many steps as it may take', { maxStepsPerSet: 1000 }, {}, 'exact'],
    ['more steps', { maxStepsPerSet: 10 }, {}, 'minhash'],
  ])('for %s is the better one of letters', (_what, limits, parameters, method) => {
    expect(search(limits, parameters).methods).toEqual([method, 'tfidf']);
  });

  it('tells by words what exact has left out, and nothing twice where it has not', () => {
    expect(search({ maxStepsPerSet: 1000 })).toMatchObject({
      isComplete: true,
      found: pairsOfAll,
      reported: pairsOfAll,
    });
    const cut = search(
      { maxStepsPerSet: 1000, maxSimilarPairs: 5, pairsBeforeCut: 0 },
      { cosine: 0.5 },
    );
    expect(cut.isComplete).toBe(false);
    expect(cut.reported).toBeGreaterThan(10 + 5 * (count - 5));
  });
});

describe('the pairs kept', () => {
  function collect(answers: number, limits: Partial<CollectorLimits>) {
    const table = createQuestionTable(4);
    for (let at = 0; at < answers; at += 1) {
      table.addSelected(makeQuestion({ id: `q-${1000 + at}`, correctAnswer: `Town ${at}` }));
    }
    const read = table.read();
    const collector = createPairCollector({
      groups: groupQuestions(read, silent),
      threshold: 0.7,
      judge: judgeAllConflicts,
      control: silent,
      limits: { maxKept: 45, maxAnswerPairs: 100, maxDoubtful: 10, ...limits },
    });
    collector.add(0, 0, 1, 1);
    return collector.read();
  }

  it('are all of them while there are few', () => {
    const { pairs, isComplete } = collect(10, { maxKept: 45, maxAnswerPairs: 100 });
    expect([pairs.length, isComplete]).toEqual([45, true]);
  });

  it('are the first ones where there are more than may be kept', () => {
    const { pairs, isComplete, kindsOf } = collect(10, { maxKept: 20, maxAnswerPairs: 100 });
    expect([pairs.length, isComplete]).toEqual([20, false]);
    expect(pairs[0]).toMatchObject({ one: 0, other: 1 });
    expect(kindsOf(9)).toEqual(['answer_conflict']);
  });

  it('are those with the first answer where one stem has too many', () => {
    const { pairs, isComplete } = collect(10, { maxKept: 45, maxAnswerPairs: 99 });
    expect(isComplete).toBe(false);
    expect(pairs.map(({ one, other }) => [one, other])).toEqual(
      Array.from({ length: 9 }, (_, at) => [0, at + 1]),
    );
  });
});

it.runIf(isThorough)('lists the 10,000 largest clusters, and says so', async () => {
  const twins = Array.from({ length: 20_002 }, (_, at) => {
    const text = `${Math.floor(at / 2) * 7919}`;
    return makeQuestion({ id: `q-${100_000 + at}`, questionText: text, correctAnswer: text });
  });
  const parameters = { method: 'exact', threshold: 1, items: 'none' };
  const { clusters, summary, warnings } = await runOn(duplicates, twins, parameters);
  expect([clusters.length, summary.clusters]).toEqual([10_000, 10_001]);
  expect(warnings.map(({ code }) => code)).toEqual(['pairs_cut', 'clusters_cut']);
});
