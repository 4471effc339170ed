import type { Tensor, TensorCore } from './load-bundled-model.ts';
import { type SentenceWeights, transpose } from './sentence-weights.ts';

/** Rows of numbers times a matrix, plus a vector. */
export type DenseLayer = (rows: Float32Array) => Float32Array;

interface Dense {
  readonly weight: Tensor;
  readonly bias: Tensor;
  readonly inputs: number;
}

/** The layer of `name`.weight and `name`.bias. TensorFlow.js multiplies matrices, of all rows at once. */
export function createDenseLayer(
  core: TensorCore,
  weights: SentenceWeights,
  name: string,
): DenseLayer {
  const matrix = weights.matrix(`${name}.weight`);
  const { rows, columns } = matrix;
  const dense: Dense = {
    weight: core.tensor2d(transpose(matrix), [columns, rows]),
    bias: core.tensor1d(weights.vector(`${name}.bias`)),
    inputs: columns,
  };
  return (values) => apply(core, dense, values);
}

function apply(
  core: TensorCore,
  { weight, bias, inputs }: Dense,
  values: Float32Array,
): Float32Array {
  const a = core.tensor2d(values, [values.length / inputs, inputs]);
  const product = core.fused.matMul({ a, b: weight, bias });
  const numbers = product.dataSync();
  // Not by `tidy`, which looks for tensors in each number of a result: five times the time of the rest.
  a.dispose();
  product.dispose();
  return numbers;
}
