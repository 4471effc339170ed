import * as z from 'zod';

export const errorPolicies = ['reject', 'skip'] as const;
export const duplicatePolicies = ['auto', 'skip', 'update', 'add', 'reject'] as const;

/** What is done with rows that fail, and with rows for questions that exist. */
export interface ImportPolicy {
  readonly onError: (typeof errorPolicies)[number];
  readonly onDuplicate: (typeof duplicatePolicies)[number];
  readonly dryRun: boolean;
}

export const defaultPolicy: ImportPolicy = {
  onError: 'reject',
  onDuplicate: 'auto',
  dryRun: false,
};

export const onErrorSchema = z.enum(errorPolicies).meta({
  description: 'reject (default) stores nothing if a row fails; skip stores the others.',
});

export const onDuplicateSchema = z.enum(duplicatePolicies).meta({
  description:
    'For a question that exists, by its id, its source and external_id, or the same question and answer. auto (default) updates by id or source and external_id and skips the same content; add adds it again.',
});
