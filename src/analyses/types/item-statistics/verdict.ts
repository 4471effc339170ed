import type { ClassicalFigures } from './classical.ts';
import type { TraitFigures } from './irt.ts';
import { type ItemFlag, itemFlags } from './item-flags.ts';
import { levelCuts } from './level-cuts.ts';
import type { ItemStatisticsParameters } from './schema.ts';

export interface Verdict {
  readonly suggested: number | null;
  readonly flags: readonly ItemFlag[];
  readonly score: number;
}

export const noVerdict: Verdict = { suggested: null, flags: [], score: 1 };

/** What the figures of a question with enough responses say about it. */
export function judge(
  figures: ClassicalFigures,
  trait: TraitFigures | undefined,
  storedDifficulty: number,
  parameters: ItemStatisticsParameters,
): Verdict {
  const { facility, item_rest_r: r } = figures;
  const suggested = suggestDifficulty(facility, trait);
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

function suggestDifficulty(facility: number, trait: TraitFigures | undefined): number {
  const { a = null, b = null } = trait ?? {};
  if (a !== null && b !== null && a >= levelCuts.leastDiscrimination) {
    return b < levelCuts.intermediateB ? 0 : b < levelCuts.advancedB ? 1 : 2;
  }
  return facility >= levelCuts.basicFacility
    ? 0
    : facility >= levelCuts.intermediateFacility
      ? 1
      : 2;
}
