import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import { buildTermMatrix } from '../../src/analyses/kit/terms/term-matrix.ts';
import { createWordStream } from '../../src/analyses/kit/terms/word-stream.ts';
import {
  chooseClusterCount,
  clusterRows,
} from '../../src/analyses/types/topics/spherical-k-means.ts';
import { silent } from './questions.ts';

describe('spherical k-means', () => {
  function matrixOf(texts: string[]) {
    const words = createWordStream();
    for (const text of texts) {
      words.add(text);
      words.endQuestion();
    }
    return buildTermMatrix(words.read(), Int32Array.from(texts.keys()), { pairs: false }, silent);
  }

  it('parts what shares no word, the largest group first', () => {
    const matrix = matrixOf(['a b', 'c d', 'a b c', 'a b', 'c d', 'zzz']);
    const { clusters, clusterOf, centroidCosines } = clusterRows(matrix, 2, 1, silent);
    expect(clusters).toBe(2);
    expect(Array.from(clusterOf)).toEqual([0, 1, 0, 0, 1, -1]);
    expect(centroidCosines[1]).toBeCloseTo(1, 6);
  });

  it('makes no more groups than there are different rows', () => {
    const { clusters } = clusterRows(matrixOf(['a b', 'a b', 'c d', 'c d']), 50, 1, silent);
    expect(clusters).toBe(2);
    expect(clusterRows(matrixOf(['x', 'y']), 5, 1, silent).clusters).toBe(0);
  });

  it('puts every row with terms into one group that is not empty', () => {
    const word = fc.constantFrom(...'abcdefgh');
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 2 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 6 }), fc.nat(), (rows, requested, seed) => {
        const matrix = matrixOf(rows.map((row) => row.join(' ')));
        const { clusters, clusterOf } = clusterRows(matrix, requested, seed, silent);
        expect(clusters).toBeLessThanOrEqual(requested);
        const used = new Set(clusterOf);
        for (let each = 0; each < clusters; each += 1) expect(used.has(each)).toBe(true);
        for (const [row, cluster] of clusterOf.entries()) {
          expect(cluster >= 0).toBe((matrix.starts[row + 1] ?? 0) > (matrix.starts[row] ?? 0));
        }
      }),
    );
  });

  it('makes as many groups as there is room for, and says so', () => {
    const matrix = matrixOf(['a b', 'a b', 'c d', 'c d', 'e f', 'e f', 'g h', 'g h']);
    expect(clusterRows(matrix, 4, 1, silent)).toMatchObject({ clusters: 4, isCut: false });
    const room = 3 * matrix.terms;
    expect(clusterRows(matrix, 4, 1, silent, room)).toMatchObject({ clusters: 3, isCut: true });
    expect(clusterRows(matrix, 3, 1, silent, room)).toMatchObject({ clusters: 3, isCut: false });
    // At least two in any case: a single cluster carries no information.
    expect(clusterRows(matrix, 4, 1, silent, 1)).toMatchObject({ clusters: 2, isCut: true });
  });

  it('can be stopped while it moves its centres', () => {
    const matrix = {
      rows: 2,
      terms: 100_000,
      starts: Int32Array.from([0, 1, 2]),
      columns: Int32Array.from([0, 1]),
      weights: Float32Array.from([1, 1]),
    };
    let polls = 0;
    const signal = {
      get aborted() {
        polls += 1;
        return polls > 15;
      },
    };
    expect(() => clusterRows(matrix, 2, 1, { ...silent, signal })).toThrow(AnalysisCancelled);
  });

  it.each([
    [2, 2],
    [200, 10],
    [576, 17],
    [100_000, 100],
  ])('chooses of %i questions %i groups', (rows, clusters) => {
    expect(chooseClusterCount(rows)).toBe(clusters);
  });
});
