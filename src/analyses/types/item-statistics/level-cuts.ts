/**
 * Where levels begin. The cuts of b are those of facility for a question of discrimination 1 and
 * standard normal abilities: a mean chance of .70 and .40.
 */
export const levelCuts = {
  basicFacility: 0.7,
  intermediateFacility: 0.4,
  intermediateB: -1,
  advancedB: 0.5,
  /** A flatter question's b lies far out whatever its facility, so facility speaks for it. */
  leastDiscrimination: 0.3,
};
