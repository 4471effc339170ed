import * as z from 'zod';
import type { Fault } from './errors.ts';
import { questionFilterFields, uuid } from './question-criteria.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';

const maxIds = 10_000;

const snapshotSchema = z.strictObject({
  name: text(1, 200).meta({ description: 'What people know the snapshot by; need not be unique.' }),
  criteria: z.strictObject(questionFilterFields).partial().nullish().meta({
    description: 'The criteria of the list; {} for all questions. Cannot be combined with ids.',
  }),
  ids: z.array(uuid).min(1).max(maxIds).nullish().meta({
    description: 'The questions in this order, up to 10,000; one that is listed twice counts once.',
  }),
});

/** A selection of questions to keep. */
export const newSnapshot = defineRules(snapshotSchema, contradictions, maxIds + 1);

export type NewSnapshot = z.output<typeof snapshotSchema>;

function contradictions(value: unknown): Fault[] {
  const { criteria, ids } = (value ?? {}) as { criteria?: unknown; ids?: unknown };
  if (criteria == null && ids == null) {
    const detail = 'Either criteria or ids are required; {} selects all questions.';
    return [{ path: ['criteria'], code: 'required', detail }];
  }
  if (criteria == null || ids == null) return [];
  return [{ path: ['criteria'], code: 'contradiction', detail: 'Cannot be combined with ids.' }];
}
