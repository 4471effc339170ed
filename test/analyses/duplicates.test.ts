import { describe, expect, it } from 'vitest';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { ask } from './asked-questions.ts';
import { makeQuestion, runOn } from './questions.ts';

async function kindsOf(...texts: [string, string][]) {
  const { pairs } = await runOn(duplicates, ask(...texts));
  return pairs.map(({ a, b, kind }) => `${a}${b} ${kind}`);
}

describe('the kinds of pairs', () => {
  it.each([
    ['case', 'WHO WROTE HAMLET?', 'shakespeare'],
    ['punctuation', 'Who… wrote "Hamlet"', 'Shakespeare!'],
    ['spaces', '  Who wrote\t Hamlet ?', 'Shakespeare'],
    ['width and ligatures', 'Ｗｈｏ wrote Hamlet', 'ShakeﬂSpeare'.replace('ﬂS', 's')],
  ])('calls questions exact that differ in %s only', async (_what, question, answer) => {
    expect(await kindsOf(['Who wrote Hamlet?', 'Shakespeare'], [question, answer])).toEqual([
      'ab exact',
    ]);
  });

  it('calls questions near that are alike and have the same answer', async () => {
    const pair = await kindsOf(
      ['Which is the smallest country in the world?', 'Vatican City'],
      ['What is the smallest country in the world?', 'vatican city'],
    );
    expect(pair).toEqual(['ab near']);
  });

  it('takes an answer for the same that has all words of the other', async () => {
    const pair = await kindsOf(
      ['Who painted The Starry Night?', 'Vincent van Gogh'],
      ['Who painted The Starry Night?', 'Van Gogh'],
    );
    expect(pair).toEqual(['ab near']);
  });

  it('calls questions paraphrases that share their words, not their letters', async () => {
    const { pairs } = await runOn(
      duplicates,
      ask(
        ['In what city was Black Sabbath formed?', 'Birmingham'],
        ['Black Sabbath was formed in what city?', 'Birmingham'],
      ),
    );
    expect(pairs).toEqual([
      {
        a: 'a',
        b: 'b',
        kind: 'paraphrase',
        cosine: 1,
        jaccard: expect.any(Number),
        meaning: null,
        same_answer: true,
        reasons: ['same_content'],
      },
    ]);
    expect(pairs[0]?.jaccard).toBeLessThan(0.7);
  });

  it('calls it a conflict when the same question has different answers', async () => {
    const pair = await kindsOf(
      ['When did the French Revolution begin?', '1789'],
      ['When did the French Revolution begin', '1799'],
    );
    expect(pair).toEqual(['ab answer_conflict']);
  });

  it('leaves siblings of a template alone', async () => {
    const set = ask(
      ['What is the SI unit of electric current?', 'Ampere'],
      ['What is the SI unit of electric charge?', 'Coulomb'],
    );
    const { pairs, clusters, summary } = await runOn(duplicates, set);
    expect(pairs).toMatchObject([{ kind: 'template_sibling', same_answer: false }]);
    expect(clusters).toEqual([]);
    expect(summary).toMatchObject({ flagged: 0, score: 1, template_sibling: 1, pairs: 1 });
    const { items } = await runOn(duplicates, set, { items: 'all' });
    expect(items).toMatchObject([
      { question_id: 'a', flagged: false, score: 1, reasons: ['template_sibling'] },
      { question_id: 'b', alike: [{ question_id: 'a', kind: 'template_sibling' }] },
    ]);
  });

  it('finds nothing in questions that have nothing in common', async () => {
    expect(
      await kindsOf(['Who wrote Hamlet?', 'Shakespeare'], ['What is 7 times 6?', '42']),
    ).toEqual([]);
  });
});

describe('likeness', () => {
  it('is the share of 4-grams: of "abcdef" and "abcdeg" 2 of 4', async () => {
    const set = ask(['abcdef', 'x'], ['abcdeg', 'x']);
    const { pairs } = await runOn(duplicates, set, { threshold: 0.5 });
    expect(pairs).toMatchObject([{ jaccard: 0.5, cosine: 0, kind: 'near' }]);
  });

  it('follows ngram: of 3-grams 3 of 5', async () => {
    const set = ask(['abcdef', 'x'], ['abcdeg', 'x']);
    const { pairs } = await runOn(duplicates, set, { threshold: 0.6, ngram: 3 });
    expect(pairs).toMatchObject([{ jaccard: 0.6 }]);
    expect((await runOn(duplicates, set, { threshold: 0.61, ngram: 3 })).pairs).toEqual([]);
  });

  // The weights documented for scikit-learn's TfidfVectorizer, computed by hand: idf = ln((1+n)/(1+df))
  // + 1 is 1 for red and apple and ln(3/2) + 1 for pie, the cosine 3 / (√5 · √(2 + (ln(3/2) + 1)²)).
  it('of words is the cosine of TF-IDF weights', async () => {
    const set = ask(['red red apple', 'x'], ['red apple pie', 'x']);
    const { pairs } = await runOn(duplicates, set, { method: 'tfidf', cosine: 0.5 });
    expect(pairs[0]?.cosine).toBeCloseTo(3 / Math.sqrt(5 * (2 + (Math.log(3 / 2) + 1) ** 2)), 9);
  });

  it.each([
    ['short words', 'Go', 'go!'],
    ['Arabic', 'ما هي عاصمة مصر؟', 'ما هي عاصمة مصر'],
    ['Japanese', '日本の首都はどこですか？', '日本の首都はどこですか'],
    ['emoji', 'What is 👩‍👩‍👧‍👦?', 'what is 👩‍👩‍👧‍👦'],
  ])('works for %s', async (_what, one, other) => {
    expect(await kindsOf([one, 'x'], [other, 'X'])).toEqual(['ab exact']);
    expect(await kindsOf([one, 'x'], ['Something else entirely', 'x'])).toEqual([]);
  });

  it('takes questions without a letter for the same, and says so', async () => {
    const { pairs, warnings } = await runOn(duplicates, ask(['???', 'x'], ['…!', 'x']));
    expect(pairs).toMatchObject([{ kind: 'exact', jaccard: 1, cosine: 1 }]);
    expect(warnings).toMatchObject([{ code: 'empty_text' }]);
  });
});

describe('clusters', () => {
  it('stand round a representative and do not chain', async () => {
    const words =
      'apple bridge candle dragon engine forest garden hammer island jacket kettle ladder'.split(
        ' ',
      );
    // Each is similar to its neighbors; the first and the last have little in common.
    const chain = words.map((_, at): [string, string] => [
      [...words.slice(0, at).map((word) => [...word].reverse().join('')), ...words.slice(at)].join(
        ' ',
      ),
      'same',
    ]);
    const { clusters, pairs } = await runOn(duplicates, ask(...chain), { method: 'exact' });
    const likeness = new Map(
      pairs.flatMap(({ a, b, jaccard, cosine }) => {
        const similarity = Math.max(jaccard, cosine);
        return [
          [a + b, similarity],
          [b + a, similarity],
        ] as const;
      }),
    );
    expect(clusters.length).toBeGreaterThan(1);
    for (const { ids, size, representative, min_similarity } of clusters) {
      expect(ids.length).toBe(size);
      const others = ids.filter((id) => id !== representative);
      const all = others.map((id) => likeness.get(representative + id) ?? 0);
      expect(Math.min(...all)).toBe(min_similarity);
    }
    const clustered = clusters.flatMap(({ ids }) => ids);
    expect(new Set(clustered).size).toBe(clustered.length);
  });

  it('hold all questions that are the same, whatever is listed', async () => {
    const set = Array.from({ length: 1500 }, (_, at) =>
      makeQuestion({ id: `q-${String(at).padStart(4, '0')}` }),
    );
    const result = await runOn(duplicates, set, { max_pairs: 5 });
    expect(result.summary).toMatchObject({ flagged: 1500, score: 0, exact: (1500 * 1499) / 2 });
    expect(result.pairs.map(({ b }) => b)).toEqual([
      'q-0001',
      'q-0002',
      'q-0003',
      'q-0004',
      'q-0005',
    ]);
    expect(result.clusters).toMatchObject([
      { size: 1500, representative: 'q-0000', min_similarity: 1 },
    ]);
    expect(result.clusters[0]?.ids.length).toBe(1000);
    expect(result.items[0]?.alike.length).toBe(10);
    expect(result.warnings).toMatchObject([{ code: 'pairs_cut' }]);
  });

  it('take no conflict for granted where a question has many keys', async () => {
    const keys = ['Dunkirk', 'Platoon', 'Patton', 'Glory'];
    const set = ask(...keys.map((key): [string, string] => ['What is the best war film?', key]));
    const { summary } = await runOn(duplicates, set);
    expect(summary).toMatchObject({ flagged: 0, answer_conflict: 0 });
    const two = await runOn(duplicates, set.slice(0, 2));
    expect(two.summary).toMatchObject({ answer_conflict: 1 });
  });

  it('never merge a conflict', async () => {
    const set = ask(['When did the revolt begin?', '1789'], ['When did the revolt begin?', '1799']);
    const { clusters, summary } = await runOn(duplicates, set);
    expect(clusters).toEqual([]);
    expect(summary).toMatchObject({ flagged: 2, answer_conflict: 1 });
  });
});

describe('max_pairs', () => {
  const set = ask(
    ['What is the SI unit of electric current?', 'Ampere'],
    ['What is the SI unit of electric charge?', 'Coulomb'],
    ['Which is the smallest country in the world?', 'Vatican City'],
    ['What is the smallest country in the world?', 'Vatican City'],
    ['When did the French Revolution begin?', '1789'],
    ['When did the French Revolution begin?', '1799'],
    ['Who wrote Hamlet?', 'Shakespeare'],
    ['Who wrote Hamlet', 'Shakespeare'],
  );

  it('keeps what matters most', async () => {
    const { pairs, warnings } = await runOn(duplicates, set, { max_pairs: 3 });
    expect(pairs.map(({ kind }) => kind)).toEqual(['exact', 'answer_conflict', 'near']);
    expect(warnings).toEqual([
      { code: 'pairs_cut', detail: 'Only 3 of 4 pairs are listed (max_pairs 3).' },
    ]);
  });

  it('changes nothing about what is flagged', async () => {
    const [few, all] = [
      await runOn(duplicates, set, { max_pairs: 1 }),
      await runOn(duplicates, set),
    ];
    expect(few.items).toEqual(all.items);
    expect(few.summary).toEqual(all.summary);
    expect(all.warnings).toEqual([]);
  });
});
