import { describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../src/analyses/analysis-failure.ts';
import type { AnalysisControl, Matcher } from '../../src/analyses/analysis-type.ts';
import { fetchLikeness, type TextPair } from '../../src/analyses/kit/vectors/fetch-likeness.ts';

const withMatcher = (match: Matcher): AnalysisControl => ({
  progress: () => {},
  signal: { aborted: false },
  match,
});

/** So many groups of three texts, each pair of a group once; those of a group are far from each other. */
function spreadPairs(groups: number): TextPair[] {
  const sides = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ] as const;
  return sides.flatMap(([left, right]) =>
    Array.from({ length: groups }, (_, at) => [`${left}${at}`, `${right}${at}`] as const),
  );
}

describe('the likeness of pairs of texts', () => {
  const pairs = spreadPairs(100);

  it('is that of each pair, in their order', async () => {
    const match: Matcher = async (asked) =>
      asked.map(([one, other]) => ({ match: Number(one.slice(1)), cosine: other.charCodeAt(0) }));
    const { likeness, texts, failure } = await fetchLikeness(pairs, withMatcher(match));
    expect(likeness).toEqual(
      pairs.map(([one, other]) => ({ match: Number(one.slice(1)), cosine: other.charCodeAt(0) })),
    );
    expect([texts, failure]).toEqual([300, undefined]);
  });

  it('is asked for once a pair, those of a text in a row, so that a model reads each text once', async () => {
    const asked: TextPair[] = [];
    const match: Matcher = async (part) => {
      asked.push(...part);
      return part.map(() => ({ match: 0, cosine: 0 }));
    };
    await fetchLikeness(pairs, withMatcher(match));
    expect(asked.toSorted()).toEqual(pairs.toSorted());
    const groups = asked.map(([one]) => one.slice(1));
    expect(groups.filter((group, at) => group !== groups[at - 1])).toHaveLength(100);
  });

  it('is unknown of the pairs after a failure', async () => {
    let calls = 0;
    const match: Matcher = async (part) => {
      calls += 1;
      if (calls > 2) throw new AnalysisFailure('embeddings_unavailable', 'Gone.');
      return part.map(() => ({ match: 1, cosine: 0 }));
    };
    const { likeness, texts, failure } = await fetchLikeness(pairs, withMatcher(match));
    expect(failure).toBe('Gone.');
    expect(likeness.filter((each) => each !== undefined)).toHaveLength(128);
    expect(texts).toBeLessThan(135);
    expect(likeness).toHaveLength(pairs.length);
  });
});
