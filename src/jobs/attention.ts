/** Numbers of a token that a head sees. */
const headSize = 32;

/** The tokens of a text among those of all. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Each token's mean of the values of its text, by how its query fits their keys. A row is the query,
 * key and value of a token. What a head sees is copied first, and two tokens are computed at once: that
 * takes half the time of reading the rows for each token.
 */
export function attend(
  rows: Float32Array,
  dimensions: number,
  texts: readonly TokenRange[],
): Float32Array {
  const width = 3 * dimensions;
  const attended = new Float32Array(rows.length / 3);
  for (const { from, to } of texts) {
    const count = to - from;
    const [queries, keys, values] = [copyOf(count), copyOf(count), copyOf(count)];
    const shares = new Float64Array(2 * count);
    for (let head = 0; head < dimensions; head += headSize) {
      const row = from * width + head;
      readHead(rows, width, row, queries);
      readHead(rows, width, row + dimensions, keys);
      readHead(rows, width, row + 2 * dimensions, values);
      for (let token = 0; token < count; token += 2) {
        // The last of an odd number is computed twice.
        const next = Math.min(token + 1, count - 1);
        const sums = shareBetween(queries, keys, token, next, shares);
        const result = (from + token) * dimensions + head;
        const other = result + (next - token) * dimensions;
        addShares(values, shares, sums, attended, result, other);
      }
    }
  }
  return attended;
}

function copyOf(tokens: number): Float64Array {
  return new Float64Array(tokens * headSize);
}

/** The numbers of a head, beside each other. */
function readHead(rows: Float32Array, width: number, from: number, into: Float64Array): void {
  let row = from;
  for (let to = 0; to < into.length; to += headSize, row += width) {
    for (let at = 0; at < headSize; at += 1) into[to + at] = rows[row + at] ?? 0;
  }
}

/** How much each token counts for two of them, alternating; returns both sums. */
function shareBetween(
  queries: Float64Array,
  keys: Float64Array,
  token: number,
  next: number,
  shares: Float64Array,
): readonly [number, number] {
  const [one, other] = [token * headSize, next * headSize];
  const scale = 1 / Math.sqrt(headSize);
  let [sum, otherSum] = [0, 0];
  for (let key = 0, to = 0; key < keys.length; key += headSize, to += 2) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let at = 0; at < headSize; at += 2) {
      const first = keys[key + at] ?? 0;
      const second = keys[key + at + 1] ?? 0;
      a += (queries[one + at] ?? 0) * first;
      b += (queries[one + at + 1] ?? 0) * second;
      c += (queries[other + at] ?? 0) * first;
      d += (queries[other + at + 1] ?? 0) * second;
    }
    const share = Math.exp((a + b) * scale);
    const otherShare = Math.exp((c + d) * scale);
    shares[to] = share;
    shares[to + 1] = otherShare;
    sum += share;
    otherSum += otherShare;
  }
  return [sum, otherSum];
}

/** The means of the values for two tokens. */
function addShares(
  values: Float64Array,
  shares: Float64Array,
  [sum, otherSum]: readonly [number, number],
  into: Float32Array,
  one: number,
  other: number,
): void {
  for (let at = 0; at < headSize; at += 2) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let value = at, from = 0; value < values.length; value += headSize, from += 2) {
      const share = shares[from] ?? 0;
      const otherShare = shares[from + 1] ?? 0;
      const first = values[value] ?? 0;
      const second = values[value + 1] ?? 0;
      a += share * first;
      b += share * second;
      c += otherShare * first;
      d += otherShare * second;
    }
    into[one + at] = a / sum;
    into[one + at + 1] = b / sum;
    into[other + at] = c / otherSum;
    into[other + at + 1] = d / otherSum;
  }
}
