import { describe, expect, it } from 'vitest';
import { AnalysisFailure } from '../../../src/analyses/analysis-failure.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { searchSimilar } from '../../../src/analyses/types/duplicates/search.ts';
import { ask } from '../asked-questions.ts';
import { makeQuestion, runOn, silent } from '../questions.ts';

/** The same question in other words; only its meaning tells. */
const reworded = ask(
  ['Which muscle separates the lungs from the belly?', 'Diaphragm'],
  ['What do we call the muscle below the lungs that moves the breath?', 'The diaphragm'],
);
const unrelated = ask(
  ['Who won the race at Monza in 1971?', 'Peter Gethin'],
  ['Who was the driver of the BRM with number 18?', 'Gethin'],
);

const embedAs = (vectorOf: (text: string) => number[]) => {
  const asked: string[] = [];
  const embed = async (texts: readonly string[]) => {
    asked.push(...texts);
    return texts.map((text) => Float32Array.from(vectorOf(text)));
  };
  return { asked, control: { ...silent, embed } };
};

describe('vectors', () => {
  it('decide pairs with the same answer that words leave in doubt', async () => {
    const { asked, control } = embedAs(() => [1, 0]);
    const { pairs, summary } = await runOn(duplicates, reworded, {}, control);
    expect(pairs).toMatchObject([{ kind: 'paraphrase', meaning: 1, same_answer: true }]);
    expect(summary).toMatchObject({ evidence: ['words', 'answers', 'vectors'], vectors: 2 });
    expect(asked).toHaveLength(2);
    const other = embedAs((text) => (text.startsWith('Which') ? [1, 0] : [0, 1]));
    expect((await runOn(duplicates, reworded, {}, other.control)).pairs).toEqual([]);
  });

  it('are not asked for where words decide, or nothing is shared', async () => {
    const { asked, control } = embedAs(() => [1, 0]);
    const decided = ask(
      ['Who won the World Cup in 2010?', 'Spain'],
      ['Who won the World Cup in 2014?', 'Spain'],
      ['In 2014, who won the World Cup?', 'Spain'],
    );
    const { summary } = await runOn(duplicates, decided, {}, control);
    await runOn(duplicates, unrelated, {}, control);
    expect(asked).toEqual([]);
    expect(summary).toMatchObject({ evidence: ['words', 'answers'], vectors: 0 });
  });

  it('are limited, with a warning', async () => {
    const { asked, control } = embedAs(() => [1, 0]);
    const { warnings } = await runOn(duplicates, reworded, { max_vectors: 1 }, control);
    expect(warnings).toMatchObject([{ code: 'vectors_cut' }]);
    const none = await runOn(duplicates, reworded, { max_vectors: 0 }, control);
    expect([asked, none.warnings]).toEqual([[], []]);
  });

  it('may be missing: the run goes on and says so', async () => {
    const embed = () => Promise.reject(new AnalysisFailure('embeddings_unavailable', 'Nobody.'));
    const { warnings, summary } = await runOn(duplicates, reworded, {}, { ...silent, embed });
    expect(warnings).toEqual([
      {
        code: 'vectors_unavailable',
        detail: 'Doubtful pairs were judged by their words alone. Nobody.',
      },
    ]);
    expect(summary.evidence).toEqual(['words', 'answers']);
  });

  it('that are zero decide nothing', async () => {
    const { control } = embedAs(() => [0, 0]);
    expect((await runOn(duplicates, reworded, {}, control)).pairs).toEqual([]);
  });
});

it('finds similar words without n-grams where questions are too many for them', () => {
  const table = createQuestionTable(4, 1);
  for (const place of ['north', 'south']) {
    const questionText = `What is the capital of the old kingdom in the ${place}?`;
    table.addSelected(makeQuestion({ id: place, questionText }));
  }
  const pairs: number[] = [];
  const parameters = duplicates.parameters.parse({ cosine: 0.5 });
  const outcome = searchSimilar(
    table.read(),
    parameters,
    () => true,
    silent,
    (_one, _other, j) => pairs.push(j),
  );
  expect([outcome.hasLetters, outcome.methods]).toEqual([false, ['tfidf']]);
  expect(pairs).toEqual([expect.closeTo(0.796, 3)]);
});
