import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { topics } from '../../src/analyses/types/topics/topics.ts';
import { embedByModel } from './bundled-vectors.ts';
import { type BenchRow, measureType, percent, printWhenMain } from './measure.ts';
import { readBanks } from './real-banks.ts';

const control = { progress: () => {}, signal: { aborted: false }, embed: embedByModel };
const shown = 20;
const shareChanged = 0.02;

/**
 * Accuracy of the suggested topic, and of the most frequent topic of the category. Then one question in
 * fifty loses its topic, and as many get another one: how many of the first 20 suggestions restore the
 * topic. Speed and memory in every row are those of the 100,000.
 */
export async function benchTopics(): Promise<BenchRow[]> {
  const measured = await measureType('topics');
  const rows: BenchRow[] = [];
  for await (const { name, questions } of readBanks()) {
    const parameters = topics.parameters.parse({ items: 'none' });
    const { summary } = await topics.run([questions], parameters, control);
    const { agreement, baseline_agreement } = summary;
    rows.push({
      ...measured,
      type: `topics, ${name}`,
      accuracy:
        `topic accuracy ${percent(agreement ?? 0, 1)}, held out; restored ` +
        `${await countRestored(questions, () => null)} missing, ` +
        `${await countRestored(questions, exchangeTopic)} exchanged`,
      reference: `most common topic of the category: ${percent(baseline_agreement ?? 0, 1)}`,
    });
  }
  return rows;
}

type ChangeTopic = (all: readonly AnalysisQuestion[], random: () => number) => string | null;

const exchangeTopic: ChangeTopic = (all, random) =>
  all[Math.floor(random() * all.length)]?.topicFocus ?? null;

async function countRestored(
  questions: readonly AnalysisQuestion[],
  change: ChangeTopic,
): Promise<string> {
  const random = createRandom(3);
  const changed = new Map<string, string | null>();
  const set = questions.map((question) => {
    if (random() >= shareChanged) return question;
    const topicFocus = change(questions, random);
    if (topicFocus === question.topicFocus) return question;
    changed.set(question.id, question.topicFocus);
    return { ...question, topicFocus };
  });
  const { items } = await topics.run([set], topics.parameters.parse({}), control);
  const listed = items
    .filter(({ question_id, suggested }) => changed.has(question_id) && suggested !== null)
    .slice(0, shown);
  const right = listed.filter(
    ({ question_id, suggested }) => changed.get(question_id) === suggested,
  ).length;
  return `${right} of ${listed.length}`;
}

await printWhenMain(import.meta.url, benchTopics);
