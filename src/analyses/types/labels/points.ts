import { createRandom } from '../../kit/statistics/seeded-random.ts';

/** The time that classifiers take grows with the square of the dimensions. */
const maxDimensions = 512;

/** Vectors as points on the unit sphere, of fewer dimensions if they have many; zero vectors stay zero. */
export function toPoints(vectors: readonly Float32Array[]): Float32Array[] {
  const reduce = createReduction(vectors[0]?.length ?? 0);
  return vectors.map((vector) => toUnit(reduce(vector)));
}

export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  return length > 0 ? vector.map((each) => each / length) : vector;
}

export function isZero(vector: Float32Array): boolean {
  return vector.every((each) => each === 0);
}

/** Sums many dimensions up in fewer with random signs, which keeps products about the same. */
function createReduction(dimensions: number): (vector: Float32Array) => Float32Array {
  if (dimensions <= maxDimensions) return (vector) => vector;
  const random = createRandom(1);
  const signs = Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1));
  return (vector) => {
    const reduced = new Float32Array(maxDimensions);
    for (const [at, each] of vector.entries())
      reduced[at % maxDimensions] = (reduced[at % maxDimensions] ?? 0) + (signs[at] ?? 0) * each;
    return reduced;
  };
}
