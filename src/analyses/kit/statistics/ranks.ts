import { type Sample, sampleOf } from './sample.ts';

/** Ranks among all values, group by group; ties get the mean rank. */
export function jointRanks(samples: readonly Sample[]): Sample[] {
  const pooled = poolSorted(samples);
  return samples.map(({ sorted }) => {
    // Both are sorted, so the position in the pool only advances.
    let [start, end] = [0, 0];
    const ranks = sorted.map((value) => {
      if (pooled[start] !== value || start === end) {
        start = end;
        while ((pooled[start] ?? value) < value) start += 1;
        end = start;
        while (pooled[end] === value) end += 1;
      }
      return (start + 1 + end) / 2;
    });
    return sampleOf(ranks);
  });
}

/** The values of all groups, sorted. */
export function poolSorted(samples: readonly Sample[]): Float64Array {
  const pooled = new Float64Array(samples.reduce((sum, { n }) => sum + n, 0));
  let at = 0;
  for (const { sorted } of samples) {
    pooled.set(sorted, at);
    at += sorted.length;
  }
  return pooled.sort();
}
