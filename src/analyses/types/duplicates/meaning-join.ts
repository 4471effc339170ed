import type { AnalysisControl } from '../../analysis-type.ts';
import { fetchVectors } from '../../kit/vectors/fetch-vectors.ts';
import { createWorkPoll } from './work-poll.ts';

/** For each question, so many of those that are most alike. */
const maxNeighbours = 4;

/** Below it, hardly any two questions are the same: a clue may share little with the plain question. */
const minCosine = 0.3;

export interface MeaningJoin {
  readonly stems: number;
  readonly maxVectors: number;
  textOf(stem: number): string;
  isSelected(stem: number): boolean;
  readonly control: AnalysisControl;
  visit(one: number, other: number): void;
}

/**
 * Candidates that share hardly a word: "which drink is made of fermented grapes" and "what wine is made from".
 * Only in a bank whose questions may all be read by the model; in a larger one that would take too long, and
 * words alone find candidates.
 */
export async function joinByMeaning(join: MeaningJoin): Promise<void> {
  const { stems, maxVectors, textOf, isSelected, control, visit } = join;
  if (!control.match || stems > maxVectors) return;
  const texts = Array.from({ length: stems }, (_, stem) => textOf(stem));
  const { vectors } = await fetchVectors(texts, control);
  const poll = createWorkPoll(control);
  const rows = texts.map((text) => vectors.get(text));
  for (const [one, row] of rows.entries()) {
    if (!row || !isSelected(one)) continue;
    poll(stems * row.length);
    for (const other of nearest(one, row, rows)) visit(one, other);
  }
}

/** The vectors have length 1. */
function nearest(
  one: number,
  row: Float32Array,
  rows: readonly (Float32Array | undefined)[],
): number[] {
  const found: { other: number; cosine: number }[] = [];
  let least = minCosine;
  for (const [other, vector] of rows.entries()) {
    if (other === one || !vector) continue;
    let cosine = 0;
    for (let at = 0; at < row.length; at += 1) cosine += (row[at] ?? 0) * (vector[at] ?? 0);
    if (cosine < least) continue;
    found.push({ other, cosine });
    if (found.length <= maxNeighbours) continue;
    found.sort((left, right) => right.cosine - left.cosine || left.other - right.other);
    found.pop();
    least = found.at(-1)?.cosine ?? least;
  }
  return found.map(({ other }) => other);
}
