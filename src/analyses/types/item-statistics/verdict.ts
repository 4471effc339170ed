import type { ClassicalFigures } from './classical.ts';
import type { QuestionEvidence } from './evidence.ts';
import { contradicts, type Hardness } from './hardness.ts';
import type { ItemFit } from './model-fit.ts';
import { type ItemFlag, type ItemStatisticsParameters, itemFlags } from './schema.ts';

export interface Verdict {
  readonly suggested: number | null;
  readonly flags: readonly ItemFlag[];
  readonly score: number;
}

export const noVerdict: Verdict = { suggested: null, flags: [], score: 1 };

/**
 * Issues and score of a question with enough responses. A flag needs an interval that is entirely
 * beyond its cut: few responses are no evidence.
 */
export function assessQuestion(
  figures: ClassicalFigures,
  hardness: Hardness,
  /** By how much the respondents found all questions harder than their levels say. */
  shift: number,
  reliabilityOfRest: number | null,
  storedDifficulty: number,
  evidence: { readonly fit: ItemFit | undefined; readonly of: QuestionEvidence | undefined },
  parameters: ItemStatisticsParameters,
): Verdict {
  const [lowFacility, highFacility] = figures.facility_interval;
  const highR = figures.item_rest_r_interval?.[1] ?? 1;
  const minR = parameters.min_discrimination * attenuation(reliabilityOfRest);
  const isNegative = highR < 0;
  const { options = [], hasDif = false, hasDrift = false } = evidence.of ?? {};
  const isMiskeyed = options.some(({ finding }) => finding === 'preferred_by_strong');
  const holds: Record<ItemFlag, boolean> = {
    dif: hasDif,
    drift: hasDrift,
    label_mismatch: contradicts(hardness, storedDifficulty, shift),
    low_discrimination: !isNegative && highR < minR,
    misfit: isMisfit(evidence.fit),
    negative_discrimination: isNegative,
    possible_miskey: isMiskeyed,
    too_easy: lowFacility > parameters.max_facility,
    too_hard: highFacility < parameters.min_facility,
  };
  const flags = itemFlags.filter((flag) => holds[flag]);
  return {
    suggested: hardness.cuts.filter((cut) => hardness.value > cut).length,
    flags,
    // A question that good respondents get wrong does harm; the other flags cost a quarter each.
    score: isNegative || isMiskeyed ? 0 : Math.max(0, 1 - flags.length / 4),
  };
}

const maxInfit = 1.3;
const maxInfitZ = 3;

function isMisfit(fit: ItemFit | undefined): boolean {
  return fit !== undefined && fit.infit > maxInfit && fit.infitZ > maxInfitZ;
}

/**
 * The correlation with the other questions is limited by their reliability: in a test of five, sound
 * questions correlate by .15. The cut is meant for a reliability of .7, and lowered below it.
 */
function attenuation(reliability: number | null): number {
  return Math.min(1, Math.max(0.6, Math.sqrt(Math.max(0, reliability ?? 1) / 0.7)));
}
