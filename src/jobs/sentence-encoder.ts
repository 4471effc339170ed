import { attend, type TokenRange } from './attention.ts';
import { createDenseLayer } from './dense-layer.ts';
import { applyGelu } from './gelu.ts';
import type { TensorCore } from './load-bundled-model.ts';
import { addRow, type QuantizedMatrix, type SentenceWeights } from './sentence-weights.ts';

export const dimensions = 384;
const layers = 6;
const epsilon = 1e-12;

interface Norm {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** What is known of the tokens of a text: rows of 384 numbers. */
export interface EncodedText {
  /** Halfway through the layers, where tokens are still much of what they are as words. */
  readonly inner: Float32Array;
  readonly outer: Float32Array;
}

/** After so many layers. */
const innerLayers = 3;

/**
 * A BERT encoder: the tokens of each text, which is the ids of them. TensorFlow.js multiplies
 * matrices, of all texts at once: four take a sixth less time than one after the other. The rest is
 * done in arrays, since its other operations are no faster, and each costs a copy.
 */
export function createSentenceEncoder(
  core: TensorCore,
  weights: SentenceWeights,
): (texts: readonly (readonly number[])[]) => EncodedText[] {
  // Of these, few rows are read for a text: they stay as they are, which saves 35 MB.
  const words = copy(weights.matrix('words'));
  const positions = copy(weights.matrix('positions'));
  const types = copy(weights.matrix('types'));
  const norm = readNorm('norm');
  const blocks = Array.from({ length: layers }, (_, layer) => ({
    attention: readDense(`${layer}.attention`),
    attended: readDense(`${layer}.attended`),
    attendedNorm: readNorm(`${layer}.attendedNorm`),
    inner: readDense(`${layer}.inner`),
    outer: readDense(`${layer}.outer`),
    outerNorm: readNorm(`${layer}.outerNorm`),
  }));

  function readDense(name: string) {
    return createDenseLayer(core, weights, name);
  }

  function readNorm(name: string): Norm {
    return {
      weight: weights.vector(`${name}.weight`).slice(),
      bias: weights.vector(`${name}.bias`).slice(),
    };
  }

  function embed(texts: readonly (readonly number[])[]): Float32Array {
    const values = new Float32Array(texts.flat().length * dimensions);
    let at = 0;
    for (const tokens of texts) {
      for (const [position, token] of tokens.entries()) {
        addRow(values, at, words, token);
        addRow(values, at, positions, position);
        addRow(values, at, types, 0);
        at += dimensions;
      }
    }
    return values;
  }

  return (texts) => {
    const ranges = listRanges(texts);
    let values = embed(texts);
    normalizeRows(values, norm);
    let halfway = values;
    for (const [layer, block] of blocks.entries()) {
      const attended = block.attended(attend(block.attention(values), dimensions, ranges));
      add(attended, values);
      normalizeRows(attended, block.attendedNorm);
      const inner = block.inner(attended);
      applyGelu(inner);
      values = block.outer(inner);
      add(values, attended);
      normalizeRows(values, block.outerNorm);
      if (layer + 1 === innerLayers) halfway = values;
    }
    return ranges.map(({ from, to }) => ({
      inner: halfway.slice(from * dimensions, to * dimensions),
      outer: values.slice(from * dimensions, to * dimensions),
    }));
  };
}

function listRanges(texts: readonly (readonly number[])[]): TokenRange[] {
  let to = 0;
  return texts.map(({ length }) => {
    to += length;
    return { from: to - length, to };
  });
}

/** The file of the weights is not held for it. */
function copy(matrix: QuantizedMatrix): QuantizedMatrix {
  return { ...matrix, scales: matrix.scales.slice(), values: matrix.values.slice() };
}

function add(sum: Float32Array, values: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
}

function normalizeRows(values: Float32Array, { weight, bias }: Norm): void {
  for (let from = 0; from < values.length; from += dimensions) {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += values[from + at] ?? 0;
    const mean = sum / dimensions;
    let squares = 0;
    for (let at = 0; at < dimensions; at += 1) squares += ((values[from + at] ?? 0) - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / dimensions + epsilon);
    for (let at = 0; at < dimensions; at += 1) {
      const normal = ((values[from + at] ?? 0) - mean) * scale;
      values[from + at] = normal * (weight[at] ?? 0) + (bias[at] ?? 0);
    }
  }
}

/** The vector of a text: the mean of its tokens, of length 1. */
export function sentenceVectorOf({ outer: values }: EncodedText): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let from = 0; from < values.length; from += dimensions) {
    for (let at = 0; at < dimensions; at += 1) {
      sum[at] = (sum[at] ?? 0) + (values[from + at] ?? 0);
    }
  }
  // How many there are makes no difference.
  const length = Math.hypot(...sum);
  return sum.map((each) => each / length);
}
