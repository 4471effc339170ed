import { describe, expect, it } from 'vitest';
import { createPairModel, joinPair } from '../../src/jobs/pair-model.ts';
import { createSentenceModel } from '../../src/jobs/sentence-model.ts';

const model = createPairModel();

async function compare(one: string, other: string): Promise<[match: number, cosine: number]> {
  const [vector] = await model.fetchVectors([joinPair(one, other)], new AbortController().signal);
  return [vector?.[0] ?? Number.NaN, vector?.[1] ?? Number.NaN];
}

const question = 'Which planet has the most moons in the Solar System?';

describe('the model of pairs', () => {
  it.each([
    'Which planet in the Solar System has the most moons?',
    'Of all planets of our Solar System, which one has the largest number of satellites?',
    'No other planet that goes round the Sun has as many moons as which one?',
  ])('knows the same question in other words: %s', async (other) => {
    expect((await compare(question, other))[0]).toBeGreaterThan(0);
  });

  it.each([
    'Which planet has the fewest moons in the Solar System?',
    'Which planet has the most rings in the Solar System?',
    'What is the capital of Australia?',
  ])('tells another question from it: %s', async (other) => {
    expect((await compare(question, other))[0]).toBeLessThan(0);
  });

  it('says the same whichever question is the first', () => {
    expect(joinPair('b', 'a')).toBe(joinPair('a', 'b'));
  });

  it('says the same again, whatever it is asked with', async () => {
    const { signal } = new AbortController();
    const pair = joinPair(question, 'Which planet in the Solar System has the most moons?');
    const [alone] = await model.fetchVectors([pair], signal);
    const others = ['Who painted it?', 'x '.repeat(100)].map((text) => joinPair(question, text));
    const [, among] = await model.fetchVectors([others[0] ?? '', pair, others[1] ?? ''], signal);
    for (const at of [0, 1]) expect(among?.[at]).toBeCloseTo(alone?.[at] ?? Number.NaN, 3);
  });

  it('gives the cosine of the sentences', async () => {
    const other = 'Who painted the Mona Lisa?';
    const sentences = createSentenceModel();
    const [left, right] = await sentences.fetchVectors(
      [question, other],
      new AbortController().signal,
    );
    const product = left?.reduce((sum, each, at) => sum + each * (right?.[at] ?? 0), 0);
    expect((await compare(question, other))[1]).toBeCloseTo(product ?? Number.NaN, 5);
  });

  it('reads any text', async () => {
    const texts = [
      '',
      ' \n',
      '?',
      '🎨 👩‍👩‍👧',
      'ما هي عاصمة فرنسا؟',
      'a'.repeat(100_000),
      '[SEP] [CLS]',
    ];
    for (const text of texts) {
      const [match, cosine] = await compare(question, text);
      expect([match, cosine].every(Number.isFinite), text.slice(0, 20)).toBe(true);
    }
  });
});
