import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { embedByLetters } from './letter-vectors.ts';
import { type BenchRow, measureType, printWhenMain, readBenchPages } from './measure.ts';

/** The maximum number of questions, and the number compared by brute force. */
const [maxQuestions, bruteForceQuestions] = [20_000, 4000];

/**
 * There is no comparable tool for questions, so the baseline is brute force: every pair in double
 * precision.
 */
export async function benchSemantic(): Promise<BenchRow[]> {
  const questions: AnalysisQuestion[] = [];
  for await (const page of readBenchPages(bruteForceQuestions)) questions.push(...page);
  const vectors = questions.map(({ questionText }) => normalized(embedByLetters(questionText)));
  const { threshold } = semantic.parameters.parse({});
  const before = process.cpuUsage();
  const expectedPairs = countNearPairs(vectors, threshold);
  const { user, system } = process.cpuUsage(before);
  const result = await semantic.run([questions], semantic.parameters.parse({}), {
    progress: () => {},
    signal: { aborted: false },
    embed: async (texts) => texts.map(embedByLetters),
  });
  const { cpuSeconds } = await measureType('semantic', {}, bruteForceQuestions);
  const seconds = ((user + system) / 1e6).toFixed(2);
  return [
    {
      ...(await measureType('semantic', {}, maxQuestions)),
      accuracy: `${result.summary.pairs} of ${expectedPairs} near pairs of ${bruteForceQuestions} questions found`,
      reference: `brute force: ${seconds} s of CPU for ${bruteForceQuestions}, here ${cpuSeconds}`,
    },
  ];
}

function normalized(vector: Float32Array): Float64Array {
  const length = Math.hypot(...vector);
  return Float64Array.from(vector, (part) => (length === 0 ? 0 : part / length));
}

function countNearPairs(vectors: readonly Float64Array[], threshold: number): number {
  let near = 0;
  for (const [at, one] of vectors.entries()) {
    for (let next = at + 1; next < vectors.length; next += 1) {
      const other = vectors[next] ?? one;
      let cosine = 0;
      for (let part = 0; part < one.length; part += 1) {
        cosine += (one[part] ?? 0) * (other[part] ?? 0);
      }
      // The analysis rounds cosines to six decimals before comparing.
      if (Math.round(cosine * 1e6) / 1e6 >= threshold) near += 1;
    }
  }
  return near;
}

await printWhenMain(import.meta.url, benchSemantic);
