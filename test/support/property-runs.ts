/** `npm test` tries a third of the examples, `npm run test:properties` twice as many as named. */
const scale = Number(process.env.PROPERTY_SCALE ?? 1 / 3);

/** Options for fast-check: how many examples a property is tried with. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * scale) };
}
