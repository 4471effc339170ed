import { benchAnswers } from './analysis/answers.ts';
import { benchComparison } from './analysis/comparison.ts';
import { benchCoverage } from './analysis/coverage.ts';
import { benchDuplicates } from './analysis/duplicates.ts';
import { benchItemStatistics } from './analysis/item-statistics.ts';
import { benchLabelledPairs } from './analysis/labelled-pairs.ts';
import { benchLabels } from './analysis/labels.ts';
import type { BenchRow } from './analysis/measure.ts';
import { benchQuality } from './analysis/quality.ts';
import { benchReadability } from './analysis/readability.ts';
import { benchSemantic } from './analysis/semantic.ts';
import { benchTopics } from './analysis/topics.ts';
import { benchScale } from './scale/bench-scale.ts';

const benches = [
  benchCoverage,
  benchDuplicates,
  benchLabelledPairs,
  benchQuality,
  benchReadability,
  benchLabels,
  benchTopics,
  benchAnswers,
  benchComparison,
  benchItemStatistics,
  benchSemantic,
];

/** Every analysis over the bench questions: speed, memory, accuracy, and figures of a comparable tool. */
export async function benchAnalysis(): Promise<void> {
  const rows: BenchRow[] = [];
  for (const bench of benches) rows.push(...(await bench()));
  console.table(
    rows.map(({ type, questionsPerSecond, cpuSeconds, peakMemoryMb, accuracy, reference }) => ({
      type,
      'questions/s': questionsPerSecond,
      'CPU s': cpuSeconds,
      'peak MB': peakMemoryMb,
      accuracy,
      reference,
    })),
  );
  await benchScale();
}
