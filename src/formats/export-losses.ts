import type { FileQuestion, Format } from './format.ts';

/** Fields that a format cannot hold as they are, with the number of questions. */
export type LossCounts = Readonly<Record<string, number>>;

/** Adds the losses of these questions in this format. */
export function addLosses(
  losses: Record<string, number>,
  format: Format,
  questions: readonly FileQuestion[],
): void {
  for (const question of format.losses ? questions : []) {
    for (const field of new Set(format.losses?.(question)))
      losses[field] = (losses[field] ?? 0) + 1;
  }
}
