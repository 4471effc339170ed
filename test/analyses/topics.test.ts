import { describe, expect, it } from 'vitest';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { topics } from '../../src/analyses/types/topics/topics.ts';
import { makeQuestion, runOn } from './questions.ts';

const subjects = {
  Planets: { category: 'Astronomy', words: 'planet ring saturn mars venus crater axis' },
  Stars: { category: 'Astronomy', words: 'star nova dwarf giant supernova brightness sirius' },
  Rivers: { category: 'Geography', words: 'river delta nile source tributary estuary amazon' },
  Poetry: { category: 'Literature', words: 'poet sonnet verse rhyme stanza ode elegy' },
};

function makeBank(perTopic: number): AnalysisQuestion[] {
  const random = createRandom(5);
  return Object.entries(subjects).flatMap(([topicFocus, { category, words }]) => {
    const all = words.split(' ');
    const word = () => all[Math.floor(random() * all.length)] ?? '';
    return Array.from({ length: perTopic }, (_, at) =>
      makeQuestion({
        id: `${topicFocus}-${String(at).padStart(2, '0')}`,
        questionText: `Which ${word()} has the ${word()} of a ${word()}?`,
        correctAnswer: `${word()} ${word()}`,
        category,
        topicFocus,
      }),
    );
  });
}

const bank = makeBank(15);
const change = (id: string, changes: Partial<AnalysisQuestion>) =>
  bank.map((question) => (question.id === id ? { ...question, ...changes } : question));

describe('topics', () => {
  it('suggests the topic of a question without one, and flags it', async () => {
    const { items, summary } = await runOn(topics, change('Rivers-03', { topicFocus: null }));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      question_id: 'Rivers-03',
      topic_focus: null,
      suggested: 'Rivers',
      reasons: ['topic_missing'],
      score: 0,
    });
    expect(summary).toMatchObject({ without_topic: 1, disagreeing: 0, topic_focuses: 4 });
  });

  it('flags a topic that its words strongly deny', async () => {
    const set = change('Stars-04', { topicFocus: 'Planets' });
    const { items, summary } = await runOn(topics, set);
    expect(items).toMatchObject([
      {
        question_id: 'Stars-04',
        suggested: 'Stars',
        reasons: ['topic_disagrees'],
        neighbor_share: expect.any(Number),
        preference: expect.any(Number),
      },
    ]);
    expect(items[0]?.score).toBeLessThan(0.4);
    expect(summary.agreement).toBeGreaterThan(summary.baseline_agreement ?? 1);
    const calm = await runOn(topics, set, { min_disagreement: 1 });
    expect(calm.summary.flagged).toBe(0);
  });

  it('contradicts no topic, and says so, where there are too few questions', async () => {
    const set = makeBank(8).map((question) =>
      question.id === 'Stars-04' ? { ...question, topicFocus: 'Planets' } : question,
    );
    const { summary, warnings } = await runOn(topics, set);
    expect(summary.flagged).toBe(0);
    expect(warnings.map(({ code }) => code)).toEqual(['too_few_questions', 'too_few_questions']);
    expect(warnings[0]?.detail).toMatch(/^32 questions share too few words/);
    expect(warnings[1]?.detail).toMatch(/^32 questions for 4 topic_focus values are too few/);
  });

  it('contradicts no topic that the most similar questions have', async () => {
    // Its words are those of stars, but the questions most like it are filed with it.
    const text = 'Which quiz asks for a supernova, a giant, a dwarf, a nova and their brightness?';
    const alike = [0, 1, 2, 3].map((at) =>
      makeQuestion({
        id: `Quiz-${at}`,
        questionText: text,
        correctAnswer: `Sirius ${at}`,
        topicFocus: 'Planets',
      }),
    );
    const { items } = await runOn(topics, [...bank, ...alike]);
    expect(items).toEqual([]);
  });

  it('contradicts no topic that the question names', async () => {
    const { questionText } = bank.find(({ id }) => id === 'Stars-04') ?? makeQuestion({});
    const named = questionText.replace('Which', 'On which planet');
    const { items } = await runOn(
      topics,
      change('Stars-04', { topicFocus: 'Planets', questionText: named }),
    );
    expect(items).toEqual([]);
  });

  it('contradicts no topic by another name of it', async () => {
    const names: Record<string, string> = { Stars: 'Computers', Planets: 'Computing' };
    const set = change('Stars-04', { topicFocus: 'Planets' }).map((question) => {
      const { topicFocus } = question;
      return { ...question, topicFocus: names[topicFocus ?? ''] ?? topicFocus };
    });
    const { items } = await runOn(topics, set);
    expect(items).toEqual([]);
  });

  it('lists the surest suggestions first', async () => {
    const without = bank.map((question, at) =>
      at % 5 === 0 ? { ...question, topicFocus: null } : question,
    );
    const { items } = await runOn(topics, without);
    const scores = items.map(({ suggested_score }) => suggested_score ?? 0);
    expect(scores.length).toBeGreaterThan(5);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it('does not learn a topic from the question itself', async () => {
    const twin = { questionText: 'Which zebra?', correctAnswer: 'Quagga', category: 'Science' };
    const twins = [
      makeQuestion({ ...twin, id: 'twin-1', topicFocus: 'Poetry' }),
      makeQuestion({ ...twin, id: 'twin-2', topicFocus: 'Rivers' }),
    ];
    const pairs = [];
    for (const seed of [1, 2, 3]) {
      const { items } = await runOn(topics, [...bank, ...twins], { items: 'all', seed });
      pairs.push(
        twins.map(({ id }) => items.find(({ question_id }) => question_id === id)?.suggested),
      );
    }
    // In different folds each model knows only the other's topic; trained on both they would agree.
    expect(pairs).toContainEqual(['Rivers', 'Poetry']);
  });

  it('names no cluster after a topic that few of its questions have', async () => {
    const mixed = bank.map((question, at) => ({ ...question, topicFocus: `Topic ${at % 5}` }));
    const result = await runOn(topics, mixed, { clusters: 4 });
    expect(result.topics.map(({ topic_focus }) => topic_focus)).toEqual(Array(4).fill(null));
    expect(result.topics[0]?.topic_focus_share).toBeCloseTo(0.2, 1);
    expect(result.warnings).toContainEqual({
      code: 'rough_clusters',
      detail: expect.stringMatching(/^0 of 4 clusters have a topic_focus that at least half /),
    });
    const plain = await runOn(topics, bank, { clusters: 4 });
    expect(plain.warnings.map(({ code }) => code)).not.toContain('rough_clusters');
  });

  it('groups questions that share words and says what tells each group', async () => {
    const result = await runOn(topics, bank, { clusters: 4 });
    expect(result.topics.map(({ topic_focus }) => topic_focus).sort()).toEqual(
      Object.keys(subjects).sort(),
    );
    for (const { topic_focus, terms, examples, size, topic_focus_share } of result.topics) {
      const words =
        Object.entries(subjects).find(([name]) => name === topic_focus)?.[1].words ?? '';
      expect(terms).toHaveLength(5);
      for (const { term } of terms) expect(words).toContain(term.split(' ')[0]);
      expect(topic_focus_share).toBe(1);
      expect(size).toBe(15);
      expect(examples.every((id) => id.startsWith(topic_focus ?? '-'))).toBe(true);
    }
    expect(
      result.topic_focuses.map(({ topic_focus, category }) => [topic_focus, category]),
    ).toEqual(
      Object.entries(subjects)
        .map(([name, { category }]) => [name, category])
        .sort(),
    );
  });

  it('lists keywords of question and answer, at most top_k of max_ngram words', async () => {
    const question = makeQuestion({
      questionText: 'Which bright red dwarf star is nearest to the Sun?',
      correctAnswer: 'Proxima Centauri',
      incorrectAnswers: ['Wolf'],
      topicFocus: null,
    });
    const { items } = await runOn(topics, [...bank, question]);
    expect(items[0]?.keywords[0]?.term).toBe('bright red dwarf');
    expect(items[0]?.keywords.map(({ term }) => term)).toContain('proxima centauri');
    const few = await runOn(topics, [...bank, question], { top_k: 2, max_ngram: 1 });
    expect(few.items[0]?.keywords).toHaveLength(2);
    expect(few.items[0]?.keywords.every(({ term }) => !term.includes(' '))).toBe(true);
  });

  it('suggests nothing without topics to learn from, and says so', async () => {
    const bare = bank.map((question) => ({ ...question, topicFocus: null }));
    const { items, summary, warnings } = await runOn(topics, bare);
    expect(warnings.map(({ code }) => code)).toEqual(['no_topics_to_learn']);
    expect(summary).toMatchObject({ without_topic: 60, flagged: 0, agreement: null });
    expect(items).toEqual([]);
  });

  it('suggests nothing where words do not tell the topic', async () => {
    const same = bank.map((question, at) => ({
      ...question,
      questionText: 'Which one?',
      correctAnswer: 'This',
      category: 'Science',
      topicFocus: at % 2 ? 'Odd' : 'Even',
    }));
    const { items, warnings } = await runOn(topics, same, { items: 'all' });
    expect(warnings.map(({ code }) => code)).toEqual(['model_uninformative']);
    expect(items.every(({ flagged, suggested }) => !flagged && suggested === null)).toBe(true);
  });

  it('leaves rare topics alone and says so', async () => {
    const { items, warnings } = await runOn(topics, change('Poetry-01', { topicFocus: 'Odes' }));
    expect(items).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['topics_left_out']);
  });

  it('gives the same answer for a seed, whatever the order', async () => {
    const run = (set: AnalysisQuestion[], seed: number) =>
      runOn(topics, set, { items: 'all', seed, clusters: 7 });
    const first = await run(bank, 3);
    expect(
      await run(
        bank.toSorted(({ id }, other) => (id > other.id ? -1 : 1)),
        3,
      ),
    ).toEqual(first);
    expect(await run(bank, 4)).not.toEqual(first);
  });

  it.each([{ clusters: 1 }, { clusters: 101 }, { clusters: 'many' }, { max_ngram: 6 }])(
    'refuses %j',
    (parameters) => {
      expect(topics.parameters.safeParse(parameters).success).toBe(false);
    },
  );
});
