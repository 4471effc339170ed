import type { Database } from '../database.ts';

/** Rows that one statement moves: writers of their questions wait for it. */
const movesAtOnce = 10_000;

/**
 * Moves questions to free slots where most slots are free, as after a mass deletion: random pages would look up
 * most slots in vain. The order that a seed gives changes with it, as it does when questions go.
 */
export async function packSlots(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ moved: number }>({
      text: 'SELECT pack_question_slots($1::int) AS moved',
      values: [movesAtOnce],
    });
    if (!row?.moved) return;
  }
}
