/**
 * A number times the share of a normal distribution below it. Between the numbers of the table the
 * error is at most 2e-6, and beyond them 6e-9.
 */
export function applyGelu(values: Float32Array): void {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    if (value >= limit) continue;
    if (value <= -limit) {
      values[index] = 0;
      continue;
    }
    const place = (value + limit) * steps;
    const at = Math.floor(place);
    const low = table[at] ?? 0;
    values[index] = low + (place - at) * ((table[at + 1] ?? 0) - low);
  }
}

const limit = 6;
const steps = 256;
const table = tabulate();

/** By Simpson's rule, from the middle to both sides. */
function tabulate(): Float32Array {
  const middle = limit * steps;
  const values = new Float32Array(2 * middle + 2);
  const density = (at: number) => Math.exp(-((at / steps) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  let below = 0.5;
  for (let at = 0; at <= middle; at += 1) {
    values[middle + at] = (at / steps) * below;
    values[middle - at] = (-at / steps) * (1 - below);
    below += (density(at) + 4 * density(at + 0.5) + density(at + 1)) / (6 * steps);
  }
  return values;
}
