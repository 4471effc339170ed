import { expect, it } from 'vitest';
import type { AnalysisControl, Matcher } from '../../../src/analyses/analysis-type.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { createPairModel, joinPair } from '../../../src/jobs/pair-model.ts';
import { createSentenceModel } from '../../../src/jobs/sentence-model.ts';
import { makeQuestion, silent } from '../questions.ts';

const { signal: never } = new AbortController();
const pairs = createPairModel();
const sentences = createSentenceModel();

const match: Matcher = async (asked) => {
  const vectors = await pairs.fetchVectors(
    asked.map(([one, other]) => joinPair(one, other)),
    never,
  );
  return vectors.map(([score = 0, cosine = 0]) => ({ match: score, cosine }));
};

const withModels: AnalysisControl = {
  ...silent,
  embed: (texts) => sentences.fetchVectors(texts, never),
  match,
};

const texts: [question: string, answer: string][] = [
  ['Which alcoholic drink is made of fermented grapes?', 'Wine'],
  ['What does a vintner produce?', 'Beer'],
  ['Who wrote "Hamlet"?', 'William Shakespeare'],
  ['The tragedy "Hamlet" came from the pen of which dramatist?', 'Christopher Marlowe'],
  ['How many strings does a violin have?', '4'],
  ['What number of strings is a violin fitted with?', 'Four'],
  ['Which gas do plants take in for photosynthesis?', 'Carbon dioxide'],
  ['In which city is the Eiffel Tower?', 'Paris'],
  ['What is the largest ocean?', 'Pacific Ocean'],
];

const bank = texts.map(([questionText, correctAnswer], at) =>
  makeQuestion({ id: `${at}`, questionText, correctAnswer, incorrectAnswers: [] }),
);

async function kindsIn(control: AnalysisControl, max_vectors = 4000) {
  const parameters = duplicates.parameters.parse({ max_vectors });
  const { pairs: found, summary } = await duplicates.run([bank], parameters, control);
  const kinds = Object.fromEntries(found.map(({ a, b, kind }) => [`${a} ${b}`, kind]));
  return { kinds, vectors: summary.vectors };
}

it('finds reworded conflicts and paraphrases by the model of pairs', async () => {
  const { kinds, vectors } = await kindsIn(withModels);
  expect(kinds).toMatchObject({ '2 3': 'answer_conflict', '4 5': 'paraphrase' });
  expect(kinds).not.toHaveProperty('0 8');
  expect(vectors).toBeGreaterThan(0);
});

it('compares words alone where no question may be read by it', async () => {
  const { kinds, vectors } = await kindsIn(withModels, 0);
  expect(kinds).toEqual((await kindsIn(silent)).kinds);
  expect(vectors).toBe(0);
});
