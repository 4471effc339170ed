import { topics } from '../../src/analyses/types/topics/topics.ts';
import { type BenchRow, measureType, percent, printWhenMain } from './measure.ts';
import { readBanks } from './real-banks.ts';

/**
 * Accuracy of the suggested topic, and of the most frequent topic of the category. Speed and memory
 * in every row are those of the 100,000.
 */
export async function benchTopics(): Promise<BenchRow[]> {
  const measured = await measureType('topics');
  const control = { progress: () => {}, signal: { aborted: false } };
  const rows: BenchRow[] = [];
  for await (const { name, questions } of readBanks()) {
    const parameters = topics.parameters.parse({ items: 'none' });
    const { summary } = await topics.run([questions], parameters, control);
    const { agreement, baseline_agreement } = summary;
    rows.push({
      ...measured,
      type: `topics, ${name}`,
      accuracy: `topic accuracy ${percent(agreement ?? 0, 1)}, held out`,
      reference: `most common topic of the category: ${percent(baseline_agreement ?? 0, 1)}`,
    });
  }
  return rows;
}

await printWhenMain(import.meta.url, benchTopics);
