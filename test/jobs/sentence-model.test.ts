import { describe, expect, it } from 'vitest';
import { createSentenceModel } from '../../src/jobs/sentence-model.ts';

const countListeners = () =>
  ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));

/** Before the model is loaded. */
const listenersBefore = countListeners();

const model = createSentenceModel();

const embed = (...texts: string[]) => model.fetchVectors(texts, new AbortController().signal);

const product = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0);

async function similarity(one: string, other: string): Promise<number> {
  const [first, second] = await embed(one, other);
  return product(first ?? new Float32Array(), second ?? new Float32Array());
}

describe('the bundled model of sentences', () => {
  it('gives vectors of 384 numbers and length 1', async () => {
    const vectors = await embed('Who painted the Mona Lisa?', '?', 'Pi');
    expect(vectors).toHaveLength(3);
    for (const vector of vectors) {
      expect(vector).toBeInstanceOf(Float32Array);
      expect(vector).toHaveLength(384);
      expect(product(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  it('gives the vectors of all-MiniLM-L6-v2', async () => {
    // By candle, from the weights in half precision.
    const expected = [-0.0376, -0.0049, 0.0063, 0.0635, -0.0462, 0.0205, 0.0491, -0.0241];
    const [vector] = await embed('Who painted the Mona Lisa?');
    for (const [at, each] of expected.entries()) {
      expect(Math.abs((vector?.[at] ?? 0) - each), `number ${at}`).toBeLessThan(0.01);
    }
  });

  it('tells a question in other words from another question', async () => {
    const same = await similarity(
      'Who painted the Mona Lisa?',
      'Which artist created the Mona Lisa?',
    );
    const other = await similarity(
      'What is the capital of France?',
      'What is the capital of Italy?',
    );
    expect(Math.abs(same - 0.906)).toBeLessThan(0.01);
    expect(Math.abs(other - 0.664)).toBeLessThan(0.015);
  });

  it('gives zeros for a text without a character', async () => {
    const [empty, written, blank] = await embed('', 'Pi', ' \n\t');
    expect(empty).toEqual(new Float32Array(384));
    expect(blank).toEqual(new Float32Array(384));
    expect(written).not.toEqual(empty);
    expect(await embed('')).toEqual([new Float32Array(384)]);
    expect(await embed()).toEqual([]);
  });

  it('gives the same vector again, whatever it is asked with', async () => {
    const text = 'What is the capital of France?';
    const [alone] = await embed(text);
    const [again] = await embed(text);
    const [, among] = await embed('Who was first on the Moon?', text, 'Pi', 'x '.repeat(100));
    expect(again).toEqual(alone);
    expect(among).toEqual(alone);
  });

  it('reads the beginning of a long text', async () => {
    const sentence = 'Which river flows through Paris, and where does it reach the sea? ';
    const [long, cut] = await embed(
      sentence.repeat(2000).slice(0, 100_000),
      sentence.repeat(2000).slice(0, 600),
    );
    expect(long).toEqual(cut);
    // More tokens than are read, and a text without spaces.
    const vectors = await embed('? '.repeat(50_000), 'a'.repeat(100_000));
    for (const vector of vectors) expect(product(vector, vector)).toBeCloseTo(1, 5);
  });

  it('reads any characters', async () => {
    const texts = [
      '🎨🖼️ 👩‍👩‍👧‍👦 🇫🇷',
      'ما هي عاصمة فرنسا؟',
      'מהי בירת צרפת?',
      '法国的首都是哪里？',
      `half of a pair \ud83d, and the other \ude00`,
      // Cut between the halves of a pair.
      `${'a'.repeat(599)}😀`,
      '\u0000\u0007\u200b\u202e\ufeff\ufffd',
      'e\u0301\u0302\u0303'.repeat(20),
      '[CLS] [SEP] [PAD] [MASK] [UNK] ##ing',
      '<b>$x^2$</b> \\frac{1}{2}',
    ];
    for (const vector of await embed(...texts)) {
      expect(vector.every(Number.isFinite)).toBe(true);
      expect(product(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  it('leaves no listeners for the errors of its thread', async () => {
    await embed('Pi');
    expect(countListeners()).toEqual(listenersBefore);
  });
});
