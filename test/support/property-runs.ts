import fc from 'fast-check';

/** `npm test` tries an eighth of the examples, `npm run test:properties` twice as many as named. */
const scale = Number(process.env.PROPERTY_SCALE ?? 1 / 8);

/** Whether tests on thousands of values are worth their time: in `npm run test:properties`. */
export const isThorough = scale >= 1;

/** Options for fast-check: how many examples a property is tried with. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * scale) };
}

/** `npm test` and CI try the same examples each time, so that red means the change; else new ones. */
const seed = process.env.PROPERTY_SEED ?? (isThorough ? undefined : 1);

export function repeatExamples(): void {
  if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
}
