import type { ClassicalFigures } from './classical.ts';
import type { IrtFigures } from './irt.ts';
import { type ItemFlag, type ItemStatisticsParameters, itemFlags } from './schema.ts';

export interface Verdict {
  readonly suggested: number | null;
  readonly flags: readonly ItemFlag[];
  readonly score: number;
}

export const noVerdict: Verdict = { suggested: null, flags: [], score: 1 };

/** Issues and score of a question with enough responses. */
export function assessQuestion(
  figures: ClassicalFigures,
  irt: IrtFigures | undefined,
  storedDifficulty: number,
  parameters: ItemStatisticsParameters,
): Verdict {
  const { facility, item_rest_r: r } = figures;
  const suggested = suggestDifficulty(facility, irt);
  const isNegative = r !== null && r < 0;
  const holds: Record<ItemFlag, boolean> = {
    label_mismatch: suggested !== storedDifficulty,
    low_discrimination: r !== null && !isNegative && r < parameters.min_discrimination,
    negative_discrimination: isNegative,
    too_easy: facility >= parameters.max_facility,
    too_hard: facility <= parameters.min_facility,
  };
  const flags = itemFlags.filter((flag) => holds[flag]);
  // A question that good respondents get wrong does harm; the other flags cost a quarter each.
  return { suggested, flags, score: isNegative ? 0 : 1 - flags.length / 4 };
}

/**
 * Cut scores of the difficulty levels. Those of b correspond to those of facility (0.70 and 0.40) for
 * a question with discrimination 1 and standard normal abilities.
 */
const cutScores = {
  basicFacility: 0.7,
  intermediateFacility: 0.4,
  intermediateB: -1,
  advancedB: 0.5,
  /** Below it b is extreme whatever the facility, so facility is used. */
  minDiscrimination: 0.3,
};

function suggestDifficulty(facility: number, irt: IrtFigures | undefined): number {
  const { a = null, b = null } = irt ?? {};
  if (a !== null && b !== null && a >= cutScores.minDiscrimination) {
    return b < cutScores.intermediateB ? 0 : b < cutScores.advancedB ? 1 : 2;
  }
  return facility >= cutScores.basicFacility
    ? 0
    : facility >= cutScores.intermediateFacility
      ? 1
      : 2;
}
