import * as z from 'zod';
import type { Fault } from './errors.ts';
import { uuid } from './question-criteria.ts';
import { questionChanges } from './question-input.ts';
import { defineRules } from './rules.ts';

const maxIds = 1000;
/** One more is enough to be rejected. */
const longestRead = maxIds + 1;

const ids = z.array(uuid).min(1).max(maxIds).meta({
  description: 'The questions, 1 to 1,000; one that is listed twice counts once.',
});

/** The same changes to many questions. */
export const bulkChanges = defineRules(
  z.strictObject({ ids, changes: questionChanges.schema }),
  (value) => {
    const { changes } = (value ?? {}) as { changes?: unknown };
    const faults: Fault[] = changes === undefined ? [] : (questionChanges.check?.(changes) ?? []);
    return faults.map((fault) => ({ ...fault, path: ['changes', ...fault.path] }));
  },
  longestRead,
);

export const bulkDeletion = defineRules(z.strictObject({ ids }), undefined, longestRead);
