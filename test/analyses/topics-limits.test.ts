import { describe, expect, it } from 'vitest';
import { learnableTopics } from '../../src/analyses/types/topics/suggestions.ts';
import { topics } from '../../src/analyses/types/topics/topics.ts';
import { listWarnings } from '../../src/analyses/types/topics/warnings.ts';
import { countLatePolls } from './late-polls.ts';
import { makeQuestion, runOn } from './questions.ts';
import { codesOf, repeat } from './score-table.ts';

describe('the topics to learn', () => {
  it('are the most frequent ones, of equals the first by name, when there are too many', () => {
    const given = ['d', 'b', 'c', 'e', 'a', null, 'c', 'e', 'b', 'a', 'd', 'c', 'rare'];
    const { names, counts, classOf, excluded } = learnableTopics(given, 2, 3);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(counts).toEqual([2, 2, 3]);
    expect(Array.from(classOf)).toEqual([-1, 1, 2, -1, 0, -1, 2, -1, 1, 0, -1, 2, -1]);
    expect(excluded.map(({ name }) => name)).toEqual(['d', 'e', 'rare']);
  });

  it('are a thousand of more that are equally frequent, which is told', async () => {
    const set = repeat(2200, (at) => {
      const topic = at >> 1;
      const questionText = `Which w${topic}x is z${topic}y?`;
      return makeQuestion({ id: `q-${at}`, questionText, topicFocus: `Topic ${topic}` });
    });
    const result = await runOn(topics, set, { min_per_topic: 2, items: 'none' });
    expect(result.topic_focuses).toHaveLength(1000);
    expect(result.summary.agreement).toBeGreaterThan(0.9);
    expect(result.warnings).toEqual([
      expect.objectContaining({ code: 'too_few_questions' }),
      {
        code: 'topics_cut',
        detail: 'Only the 1000 most frequent of 1100 topic_focus values can be suggested.',
      },
    ]);
  });

  it('have min_per_topic questions or more', async () => {
    const set = repeat(60, (at) =>
      makeQuestion({
        id: `q-${String(at).padStart(2, '0')}`,
        questionText: at < 36 ? 'Which planet has a ring?' : 'Which river has a delta?',
        topicFocus: at < 36 ? 'Planets' : at < 52 ? 'Rivers' : 'Deltas',
      }),
    );
    const learned = async (min_per_topic: number) => {
      const result = await runOn(topics, set, { min_per_topic });
      return [result.topic_focuses.map(({ topic_focus }) => topic_focus), codesOf(result)];
    };
    expect(await learned(8)).toEqual([['Planets', 'Rivers', 'Deltas'], []]);
    expect(await learned(9)).toEqual([['Planets', 'Rivers'], ['topics_left_out']]);
    expect(await learned(17)).toEqual([[], ['no_topics_to_learn']]);
  });
});

describe('a topics run', () => {
  it('says when so many words leave room for fewer clusters', () => {
    const classes = { names: [], counts: [], classOf: new Int32Array(200), excluded: [] };
    const learnedRows = { rows: new Int32Array(), isAll: true };
    const named = { namedClusters: 4 };
    const findings = { questions: 200, classes, learned: undefined, learnedRows, ...named };
    const warningOf = (clusters: 'auto' | number) =>
      listWarnings(
        { ...findings, clusters: { clusters: 4, isCut: true } },
        topics.parameters.parse({ clusters }),
      ).find(({ code }) => code === 'fewer_clusters')?.detail;
    expect(warningOf(30)).toMatch(/only 4 clusters were computed instead of 30\.$/);
    expect(warningOf('auto')).toMatch(/only 4 clusters were computed instead of 10\.$/);
  });

  it('can be stopped while it lists its items', async () => {
    const set = repeat(2000, (at) => makeQuestion({ id: `q-${at}`, topicFocus: null }));
    // Four times while keywords are counted, then every few hundred items.
    expect(await countLatePolls(topics, set, {}, 0.95)).toBeGreaterThanOrEqual(10);
  });
});
