import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import {
  type BlockProducts,
  columnsInBlock,
  createBlockProducts,
  rowsInBlock,
} from '../../kit/vectors/block-products.ts';
import { visitBlocks } from '../../kit/vectors/visit-blocks.ts';
import { isZero, toUnit } from './points.ts';

/** A neighbor whose cosine is higher by this counts e times as much. */
const bandwidth = 0.06;

/** What a class keeps of which no question is near, as a share of all neighbors. */
const smallestShare = 1e-4;

/**
 * The logarithm of the share that each class has of a question's neighbors, the nearest counting most: subjects that
 * are a small part of a class, as composers are of music, are near each other and not to the rest of it. By the mean
 * cosine where points come from several models. A question is not its own neighbor; row-major, 0 for a zero vector.
 */
export function scoreNeighbors(
  models: readonly (readonly Float32Array[])[],
  labels: Int32Array,
  classes: number,
  control: AnalysisControl,
): Float32Array {
  const count = labels.length;
  const isKnown = Array.from(labels, (_, item) =>
    models.every((points) => !isZero(points[item] ?? none)),
  );
  const sums = new Float64Array(count * classes);
  const blocks = placeSideBySide(models, control);
  const { products } = blocks;
  visitBlocks(count, control, (row, column) => {
    blocks.multiply(row, column);
    for (let at = 0; at < rowsInBlock * columnsInBlock; at += 1) {
      const [one, other] = [row + Math.floor(at / columnsInBlock), column + (at % columnsInBlock)];
      if (one >= other || !isKnown[one] || !isKnown[other]) continue;
      const weight = Math.exp((products[at] ?? 0) / bandwidth);
      for (const place of [
        one * classes + (labels[other] ?? 0),
        other * classes + (labels[one] ?? 0),
      ])
        sums[place] = (sums[place] ?? 0) + weight;
    }
  });
  const scores = new Float32Array(count * classes);
  for (let item = 0; item < count; item += 1) {
    const own = sums.subarray(item * classes, (item + 1) * classes);
    const total = own.reduce((sum, each) => sum + each, 0);
    if (total === 0) continue;
    scores.set(
      own.map((sum) => Math.log((sum / total + smallestShare) / (1 + classes * smallestShare))),
      item * classes,
    );
  }
  return scores;
}

const none = new Float32Array(0);

/** Rows whose products are the mean cosines: of points seen from the middle of all, since most share a direction. */
function placeSideBySide(
  models: readonly (readonly Float32Array[])[],
  control: AnalysisControl,
): BlockProducts {
  const lengths = models.map((points) => points[0]?.length ?? 0);
  const dimensions = lengths.reduce((sum, length) => sum + length, 0);
  const blocks = createBlockProducts(models[0]?.length ?? 0, dimensions);
  const scale = 1 / Math.sqrt(models.length);
  let from = 0;
  for (const [model, points] of models.entries()) {
    const middle = middleOf(points);
    for (const [row, point] of points.entries()) {
      if (isZero(point)) continue;
      const centered = toUnit(point.map((each, at) => each - (middle[at] ?? 0)));
      blocks.rows.set(
        centered.map((each) => scale * each),
        row * blocks.rowLength + from,
      );
    }
    from += lengths[model] ?? 0;
    throwIfAborted(control);
  }
  return blocks;
}

function middleOf(points: readonly Float32Array[]): Float64Array {
  const middle = new Float64Array(points[0]?.length ?? 0);
  for (const point of points)
    for (const [at, each] of point.entries()) middle[at] = (middle[at] ?? 0) + each / points.length;
  return middle;
}
