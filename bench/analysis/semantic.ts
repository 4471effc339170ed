import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { semantic } from '../../src/analyses/types/semantic/semantic.ts';
import { embedByLetters } from './letter-vectors.ts';
import { type BenchRow, measureType, printWhenMain, readBenchPages } from './measure.ts';

/** As many as the analysis takes, and as many as are compared one by one beside it. */
const [most, few] = [20_000, 4000];

/**
 * No tool of the field judges questions by embeddings, so that the rival is the plain way: every
 * pair, one by one, in double precision.
 */
export async function benchSemantic(): Promise<BenchRow[]> {
  const questions: AnalysisQuestion[] = [];
  for await (const page of readBenchPages(few)) questions.push(...page);
  const vectors = questions.map(({ questionText }) => normalized(embedByLetters(questionText)));
  const { threshold } = semantic.parameters.parse({});
  const before = process.cpuUsage();
  const plain = countNear(vectors, threshold);
  const { user, system } = process.cpuUsage(before);
  const result = await semantic.run([questions], semantic.parameters.parse({}), {
    progress: () => {},
    signal: { aborted: false },
    embed: async (texts) => texts.map(embedByLetters),
  });
  const { cpuSeconds } = await measureType('semantic', {}, few);
  const seconds = ((user + system) / 1e6).toFixed(2);
  return [
    {
      ...(await measureType('semantic', {}, most)),
      accuracy: `${result.summary.pairs} of ${plain} near pairs of ${few} questions found`,
      rival: `one by one: ${seconds} s of CPU for ${few}, here ${cpuSeconds}`,
    },
  ];
}

function normalized(vector: Float32Array): Float64Array {
  const length = Math.hypot(...vector);
  return Float64Array.from(vector, (part) => (length === 0 ? 0 : part / length));
}

function countNear(vectors: readonly Float64Array[], threshold: number): number {
  let near = 0;
  for (const [at, one] of vectors.entries()) {
    for (let next = at + 1; next < vectors.length; next += 1) {
      const other = vectors[next] ?? one;
      let cosine = 0;
      for (let part = 0; part < one.length; part += 1) {
        cosine += (one[part] ?? 0) * (other[part] ?? 0);
      }
      // The analysis tells cosines to six decimals, and judges them so.
      if (Math.round(cosine * 1e6) / 1e6 >= threshold) near += 1;
    }
  }
  return near;
}

await printWhenMain(import.meta.url, benchSemantic);
