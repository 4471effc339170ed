/**
 * The inverse of a positive definite matrix, given by its lower triangle, row-major; null if it is
 * not positive definite. By Cholesky decomposition: A = LLᵀ, A⁻¹ = L⁻ᵀL⁻¹.
 */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array | null {
  const inverse = invertLower(matrix, size);
  if (inverse === null) return null;
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = 0;
      for (let k = i; k < size; k += 1) {
        sum += (inverse[k * size + i] ?? 0) * (inverse[k * size + j] ?? 0);
      }
      result[i * size + j] = sum;
      result[j * size + i] = sum;
    }
  }
  return result;
}

/** Smaller pivots, relative to the diagonal, are rounding error: the rows are linearly dependent. */
const minPivot = 1e-10;

function factorize(matrix: Float64Array, size: number): Float64Array | null {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * size + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (lower[i * size + k] ?? 0) * (lower[j * size + k] ?? 0);
      if (i !== j) lower[i * size + j] = sum / (lower[j * size + j] ?? 0);
      else if (sum > minPivot * (matrix[i * size + i] ?? 0)) lower[i * size + i] = Math.sqrt(sum);
      else return null;
    }
  }
  return lower;
}

function invertLower(matrix: Float64Array, size: number): Float64Array | null {
  const lower = factorize(matrix, size);
  if (lower === null) return null;
  const inverse = new Float64Array(size * size);
  for (let j = 0; j < size; j += 1) {
    inverse[j * size + j] = 1 / (lower[j * size + j] ?? 0);
    for (let i = j + 1; i < size; i += 1) {
      let sum = 0;
      for (let k = j; k < i; k += 1)
        sum -= (lower[i * size + k] ?? 0) * (inverse[k * size + j] ?? 0);
      inverse[i * size + j] = sum / (lower[i * size + i] ?? 0);
    }
  }
  return inverse;
}
