import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import type { CrossValidation } from '../../kit/terms/cross-validation.ts';
import { fetchVectors } from '../../kit/vectors/fetch-vectors.ts';
import { scoreByDiscriminant } from './discriminant-evidence.ts';
import { scoreNeighbors } from './neighbor-evidence.ts';
import { toPoints } from './points.ts';

/** Scores of every class for every text, row-major. */
export interface VectorScores {
  /** One for each model. */
  readonly discriminants: readonly Float32Array[];
  readonly neighbors: Float32Array;
}

const noVector = new Float32Array(0);

/** By the vectors of all models that are given; no scores if one failed. */
export async function fetchScores(
  texts: readonly string[],
  labels: Int32Array,
  classes: number,
  crossValidation: CrossValidation,
  control: AnalysisControl,
): Promise<{ scores?: VectorScores; warnings: Warning[] }> {
  const distinct = [...new Set(texts)];
  const embeds = [control.embed, control.embedSecond].filter((each) => each !== undefined);
  const models: Float32Array[][] = [];
  for (const [at, embed] of embeds.entries()) {
    const ownPart = subProgress(
      control,
      (0.8 * at) / embeds.length,
      (0.8 * (at + 1)) / embeds.length,
    );
    const { vectors, failure } = await fetchVectors(distinct, { ...ownPart, embed });
    if (failure !== undefined) {
      const detail = `Labels were judged by words and topics alone. ${failure}`;
      return { warnings: [{ code: 'vectors_unavailable', detail }] };
    }
    models.push(toPoints(texts.map((text) => vectors.get(text) ?? noVector)));
  }
  const discriminants = models.map((points, at) => {
    const part = subProgress(control, 0.8 + 0.05 * at, 0.85 + 0.05 * at);
    return scoreByDiscriminant(points, labels, classes, crossValidation, part);
  });
  const neighbors = scoreNeighbors(models, labels, classes, subProgress(control, 0.9, 1));
  return { scores: { discriminants, neighbors }, warnings: [] };
}
