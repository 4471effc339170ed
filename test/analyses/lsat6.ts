/**
 * Law School Admission Test, section 6: how many of 1,000 respondents answered five questions
 * correctly (1) or incorrectly (0) in each of the 32 patterns, from 00000 to 11111. Bock &
 * Lieberman, Psychometrika 35 (1970); also LSAT in R's ltm.
 */
const frequencies = [
  [3, 6, 2, 11, 1, 1, 3, 4],
  [1, 8, 0, 16, 0, 3, 2, 15],
  [10, 29, 14, 81, 3, 28, 15, 80],
  [16, 56, 21, 173, 11, 61, 28, 298],
].flat();

export const lsat6Ids = ['1', '2', '3', '4', '5'];

/** One row per respondent, sorted by pattern. */
export const lsat6Scores: readonly (readonly number[])[] = frequencies.flatMap((count, pattern) => {
  const row = lsat6Ids.map((_id, at) => (pattern >> (lsat6Ids.length - 1 - at)) & 1);
  return Array.from({ length: count }, () => row);
});

/**
 * With every tenth response of each question missing: that of respondent r to question i if 7r + 3i
 * ends in 0.
 */
export const lsat6WithGaps = lsat6Scores.map((row, respondent) =>
  row.map((score, question) =>
    (7 * (respondent + 1) + 3 * (question + 1)) % 10 === 0 ? null : score,
  ),
);
