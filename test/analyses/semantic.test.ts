import { describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../src/analyses/analysis-failure.ts';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { makeQuestion, runOn, silent } from './questions.ts';

/** Questions whose texts are the vectors a model would return for them. */
function runOnVectors(vectors: number[][], parameters: object = {}, answers: string[] = []) {
  const questions = vectors.map((vector, at) =>
    makeQuestion({
      id: `q-${at}`,
      questionText: JSON.stringify(vector),
      correctAnswer: answers[at] ?? `answer${at}`,
    }),
  );
  return runOn(semantic, questions, parameters, { ...silent, embed: embedAsWritten });
}

async function embedAsWritten(texts: readonly string[]) {
  return texts.map((text) => Float32Array.from(JSON.parse(text) as number[]));
}

describe('near pairs', () => {
  it('are those whose vectors point the same way, whatever their length', async () => {
    const vectors = [
      [1, 0],
      [1, 2],
      [0, 5],
      [-3, 0],
      [4, 3],
    ];
    const { pairs, summary } = await runOnVectors(vectors, { threshold: 0.7 });
    // 10/(5·√5) = 2/√5 = 0.894427, and 4/5.
    expect(pairs).toEqual([
      { a: 'q-1', b: 'q-2', cosine: 0.894427, same_answer: false },
      { a: 'q-1', b: 'q-4', cosine: 0.894427, same_answer: false },
      { a: 'q-0', b: 'q-4', cosine: 0.8, same_answer: false },
    ]);
    expect(summary).toEqual({
      evaluated: 5,
      flagged: 4,
      flagged_share: 0.8,
      score: 0.2,
      pairs: 3,
      same_answer_pairs: 0,
      // (0.8 + 3 · 0.894427 + 0) / 5: the nearest to [-3, 0] is orthogonal.
      mean_nearest_cosine: 0.6966562,
      dimensions: 2,
    });
  });

  it('reach the threshold when they are equal to it', async () => {
    const { pairs } = await runOnVectors(
      [
        [0.1, 0.7, 0.3],
        [0.2, 1.4, 0.6],
        [3, 2, 1],
      ],
      {
        threshold: 1,
      },
    );
    expect(pairs).toEqual([{ a: 'q-0', b: 'q-1', cosine: 1, same_answer: false }]);
  });

  it('are the nearest, when more are found than may be listed', async () => {
    const vectors = Array.from({ length: 30 }, (_, at) => [1, at / 100]);
    const { pairs: all } = await runOnVectors(vectors);
    const { pairs, summary, warnings } = await runOnVectors(vectors, { max_pairs: 7 });
    expect(all).toHaveLength(435);
    expect(pairs).toEqual(all.slice(0, 7));
    expect(summary.pairs).toBe(435);
    expect(warnings).toEqual([
      { code: 'pairs_cut', detail: 'Only the 7 most similar of 435 pairs are listed.' },
    ]);
  });

  it('say whether their answers are the same', async () => {
    const isSame = async (one: string, other: string) =>
      (await runOnVectors([[1], [2]], {}, [one, other])).pairs[0]?.same_answer;
    expect(await isSame('Van Gogh', 'Vincent van Gogh')).toBe(true);
    expect(await isSame('the U.S.A.', 'THE U S A')).toBe(true);
    expect(await isSame('ﬁve', 'FIVE!')).toBe(true);
    expect(await isSame('Straße', 'STRASSE')).toBe(true);
    expect(await isSame('القاهرة', 'القاهرة؟')).toBe(true);
    expect(await isSame('?!', '?!')).toBe(true);
    expect(await isSame('?!', '...')).toBe(false);
    expect(await isSame('?!', 'Paris')).toBe(false);
    expect(await isSame('👍🏽', '👎🏽')).toBe(false);
    expect(await isSame('Van Gogh', 'Van Halen')).toBe(false);
    expect(await isSame('Paris', 'Parish')).toBe(false);
  });
});

describe('items', () => {
  it('tell a question asked twice from one with another answer', async () => {
    const vectors = [
      [1, 0, 0],
      [1, 0.1, 0],
      [0, 0, 1],
      [0, 0.1, 1],
      [0, 1, 0],
    ];
    const answers = ['Mars', 'mars', 'Rome', 'Oslo', 'Lima'];
    const { items, summary } = await runOnVectors(
      vectors,
      { items: 'all', neighbours: 1 },
      answers,
    );
    expect(items.map(({ question_id, reasons, score }) => [question_id, reasons, score])).toEqual([
      ['q-0', ['same_meaning'], 0.004963],
      ['q-1', ['same_meaning'], 0.004963],
      ['q-2', ['near_meaning'], 0.5024815],
      ['q-3', ['near_meaning'], 0.5024815],
      ['q-4', [], 1],
    ]);
    expect(items[0]?.neighbours).toEqual([
      { question_id: 'q-1', cosine: 0.995037, same_answer: true },
    ]);
    expect(items[4]?.neighbours).toEqual([
      { question_id: 'q-1', cosine: 0.099504, same_answer: false },
    ]);
    expect(summary).toMatchObject({ flagged: 4, pairs: 2, same_answer_pairs: 1 });
  });

  it('list neighbours by nearness, equals by id, and no more than there are', async () => {
    const vectors = [
      [1, 0],
      [0, 1],
      [1, 0],
      [1, 0],
      [1, 1],
    ];
    const { items } = await runOnVectors(vectors, { items: 'all', neighbours: 50 });
    const first = items.find(({ question_id }) => question_id === 'q-0');
    expect(first?.neighbours.map((each) => each.question_id)).toEqual(['q-2', 'q-3', 'q-4', 'q-1']);
  });
});

describe('vectors', () => {
  it('of zeros are near to none, their own like included', async () => {
    const { summary, pairs, warnings } = await runOnVectors([
      [0, 0],
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([['q-2', 'q-3']]);
    expect([summary.flagged, summary.mean_nearest_cosine]).toEqual([2, 0.5]);
    expect(warnings.map(({ code }) => code)).toEqual(['zero_vectors']);
  });

  it('may be as long or short as numbers go', async () => {
    const { pairs } = await runOnVectors([
      [3e38, 3e38],
      [1e-40, 1e-40],
      [-3e38, 0],
    ]);
    expect(pairs).toEqual([{ a: 'q-0', b: 'q-1', cosine: 1, same_answer: false }]);
  });

  it('of different lengths, or too few, are refused', async () => {
    await expect(runOnVectors([[1, 0], [1]])).rejects.toThrow('all of the same length');
    const questions = [makeQuestion({ id: 'a' }), makeQuestion({ id: 'b' })];
    const control = { ...silent, embed: async () => [new Float32Array(3)] };
    await expect(runOn(semantic, questions, {}, control)).rejects.toThrow('one embedding per text');
  });

  it.each([0, 4097])('of %d numbers are refused', async (length) => {
    const long = Array.from({ length }, () => 1);
    await expect(runOnVectors([long, long])).rejects.toThrow(AnalysisFailure);
  });
});
