import { answers } from '../../src/analyses/types/answers/answers.ts';
import { foldAnswer } from '../../src/domain/question.ts';
import {
  type BenchRow,
  benchCount,
  measureType,
  percent,
  printWhenMain,
  readBenchPages,
} from './measure.ts';

/** Answers are counted by hash; compares the number with an exact count. */
export async function benchAnswers(): Promise<BenchRow[]> {
  const control = { progress: () => {}, signal: { aborted: false } };
  const parameters = answers.parameters.parse({ items: 'none' });
  const { summary } = await answers.run(readBenchPages(benchCount), parameters, control);
  const counts = new Map<string, number>();
  for await (const page of readBenchPages(benchCount)) {
    for (const { correctAnswer } of page) {
      const folded = foldAnswer(correctAnswer);
      counts.set(folded, (counts.get(folded) ?? 0) + 1);
    }
  }
  const found = percent(summary.distinct_answers, counts.size);
  const accuracy = `${found} of ${counts.size} distinct answers found`;
  return [{ ...(await measureType('answers')), accuracy, reference: '–' }];
}

await printWhenMain(import.meta.url, benchAnswers);
