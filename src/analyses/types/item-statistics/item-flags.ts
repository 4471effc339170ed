/** What the figures of a question may give away, sorted by name. */
export const itemFlags = [
  'label_mismatch',
  'low_discrimination',
  'negative_discrimination',
  'too_easy',
  'too_hard',
] as const;

export type ItemFlag = (typeof itemFlags)[number];
