import { makeQuestion } from './questions.ts';

/** Questions of these lengths, one level per list. */
export function makeLevels(...lengths: number[][]) {
  return lengths.flatMap((all, difficulty) =>
    all.map((length, at) =>
      makeQuestion({ id: `${difficulty}-${at}`, difficulty, questionText: 'x'.repeat(length) }),
    ),
  );
}

// PlantGrowth of R's package datasets, times 100.
export const growth = [
  [417, 558, 518, 611, 450, 461, 517, 453, 533, 514],
  [481, 417, 441, 359, 587, 383, 603, 489, 432, 469],
  [631, 512, 554, 550, 537, 529, 492, 615, 580, 526],
];
