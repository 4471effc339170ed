import { createDenseLayer } from './dense-layer.ts';
import type { TensorCore } from './load-bundled-model.ts';
import { dimensions, type EncodedText, sentenceVectorOf } from './sentence-encoder.ts';
import type { SentenceWeights } from './sentence-weights.ts';

/** A question as it is compared with others: what can be computed of it alone. */
export interface PreparedQuestion {
  /** A row for each token. */
  readonly tokens: Float32Array;
  /** How much each token counts, relative to the others; they sum up to 1. */
  readonly shares: Float32Array;
  readonly vector: Float32Array;
}

interface Side extends PreparedQuestion {
  /** The tokens of length 1, by which those of two questions are aligned. */
  readonly keys: Float32Array;
}

export interface QuestionMatcher {
  prepare(text: EncodedText): PreparedQuestion;
  /** For each pair, the logarithm of the odds that both ask the same: only to be compared with each other. */
  match(pairs: readonly (readonly [PreparedQuestion, PreparedQuestion])[]): number[];
}

/**
 * Whether two questions ask the same, by their tokens: each token of one is aligned with those of the
 * other that are most alike, both are compared, and what the comparisons say is put together (a
 * decomposable attention model). bench/analysis/matcher says how its weights came about.
 */
export function createQuestionMatcher(core: TensorCore, weights: SentenceWeights): QuestionMatcher {
  const layer = (name: string) => createDenseLayer(core, weights, name);
  const [input, key, importance] = [layer('input'), layer('key'), layer('importance')];
  const [compare, refine] = [layer('compare'), layer('refine')];
  const [conclude, decide] = [layer('conclude'), layer('decide')];
  const width = weights.vector('key.bias').length;
  const sharpness = weights.vector('sharpness')[0] ?? 0;

  /** All questions at once: a product takes longer to begin than to compute. */
  function withKeys(questions: readonly PreparedQuestion[]): Map<PreparedQuestion, Side> {
    const distinct = [...new Set(questions)];
    const keys = key(joinArrays(distinct.map(({ tokens }) => tokens)));
    normalizeRows(keys, width);
    let from = 0;
    return new Map(
      distinct.map((question) => {
        const own = keys.subarray(from, from + question.tokens.length);
        from += question.tokens.length;
        return [question, { ...question, keys: own }];
      }),
    );
  }

  /** For each token of one, it and what it is aligned with in the other: four rows beside each other. */
  function align(one: Side, other: Side, into: Float32Array): void {
    const [rows, columns] = [one.tokens.length / width, other.tokens.length / width];
    const aligned = new Float32Array(width);
    const likeness = new Float32Array(columns);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        let product = 0;
        for (let at = 0; at < width; at += 1) {
          product += (one.keys[row * width + at] ?? 0) * (other.keys[column * width + at] ?? 0);
        }
        likeness[column] = sharpness * product;
      }
      softmax(likeness);
      aligned.fill(0);
      for (let column = 0; column < columns; column += 1) {
        const share = likeness[column] ?? 0;
        for (let at = 0; at < width; at += 1) {
          aligned[at] = (aligned[at] ?? 0) + share * (other.tokens[column * width + at] ?? 0);
        }
      }
      const to = row * 4 * width;
      for (let at = 0; at < width; at += 1) {
        const [own, its] = [one.tokens[row * width + at] ?? 0, aligned[at] ?? 0];
        into[to + at] = own;
        into[to + width + at] = its;
        into[to + 2 * width + at] = own - its;
        into[to + 3 * width + at] = own * its;
      }
    }
  }

  /** The mean of the rows, their mean by how much the tokens count, and the largest of each column. */
  function pool(rows: Float32Array, shares: Float32Array): Float32Array {
    const count = shares.length;
    const pooled = new Float32Array(3 * width);
    for (let at = 0; at < width; at += 1) {
      let [sum, weighted, largest] = [0, 0, 0];
      for (let row = 0; row < count; row += 1) {
        const each = rows[row * width + at] ?? 0;
        sum += each;
        weighted += each * (shares[row] ?? 0);
        largest = Math.max(largest, each);
      }
      pooled[at] = sum / count;
      pooled[width + at] = weighted;
      pooled[2 * width + at] = largest;
    }
    return pooled;
  }

  return {
    prepare(text) {
      const tokens = input(joinRows(text));
      const shares = importance(tokens);
      softmax(shares);
      return { tokens, shares, vector: sentenceVectorOf(text) };
    },

    match(pairs) {
      if (pairs.length === 0) return [];
      const known = withKeys(pairs.flat());
      const sides = pairs.flatMap(([one, other]) => {
        const [left, right] = [known.get(one), known.get(other)];
        return left && right ? [[left, right] as const, [right, left] as const] : [];
      });
      const sizes = sides.map(([{ tokens }]) => tokens.length);
      const rows = new Float32Array(4 * sizes.reduce((sum, each) => sum + each, 0));
      let from = 0;
      for (const [at, [one, other]] of sides.entries()) {
        const size = sizes[at] ?? 0;
        align(one, other, rows.subarray(4 * from, 4 * (from + size)));
        from += size;
      }
      const compared = rectify(refine(rectify(compare(rows))));
      from = 0;
      const pooled = sides.map(([{ shares }], at) => {
        const size = sizes[at] ?? 0;
        const own = pool(compared.subarray(from, from + size), shares);
        from += size;
        return own;
      });
      const inputs = 6 * width + 1;
      const conclusions = new Float32Array(pairs.length * inputs);
      for (const [at, [one, other]] of pairs.entries()) {
        const [left, right] = [pooled[2 * at], pooled[2 * at + 1]];
        if (!left || !right) continue;
        for (let each = 0; each < left.length; each += 1) {
          const [a, b] = [left[each] ?? 0, right[each] ?? 0];
          // Alike whichever of them is the first.
          conclusions[at * inputs + each] = a + b;
          conclusions[at * inputs + left.length + each] = Math.abs(a - b);
        }
        conclusions[(at + 1) * inputs - 1] = cosineOf(one, other);
      }
      return [...decide(rectify(conclude(conclusions)))];
    },
  };
}

/** Of vectors of length 1. */
export function cosineOf(
  { vector: one }: PreparedQuestion,
  { vector: other }: PreparedQuestion,
): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

function joinRows({ inner, outer }: EncodedText): Float32Array {
  const joined = new Float32Array(inner.length + outer.length);
  for (let from = 0; from < inner.length; from += dimensions) {
    joined.set(inner.subarray(from, from + dimensions), 2 * from);
    joined.set(outer.subarray(from, from + dimensions), 2 * from + dimensions);
  }
  return joined;
}

function joinArrays(arrays: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const array of arrays) {
    joined.set(array, from);
    from += array.length;
  }
  return joined;
}

function rectify(values: Float32Array): Float32Array {
  for (let at = 0; at < values.length; at += 1) values[at] = Math.max(0, values[at] ?? 0);
  return values;
}

function softmax(values: Float32Array): void {
  const largest = values.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    const each = Math.exp((values[at] ?? 0) - largest);
    values[at] = each;
    sum += each;
  }
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / sum;
}

function normalizeRows(values: Float32Array, width: number): void {
  for (let from = 0; from < values.length; from += width) {
    const row = values.subarray(from, from + width);
    const length = Math.max(1e-12, Math.hypot(...row));
    for (let at = 0; at < width; at += 1) row[at] = (row[at] ?? 0) / length;
  }
}
