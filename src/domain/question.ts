export const categories = [
  'Astronomy',
  'Geography',
  'Literature',
  'Mathematics',
  'Science',
  'General Knowledge',
] as const;

export type Category = (typeof categories)[number];

/** Indexed by difficulty level. */
export const difficultyNames = ['Basic', 'Intermediate', 'Advanced'] as const;

/** The names by which people know the levels. */
export const levelsByName: Readonly<Record<string, number>> = {
  basic: 0,
  easy: 0,
  intermediate: 1,
  medium: 1,
  advanced: 2,
  hard: 2,
};

/** The category in its canonical spelling; matched case-insensitively. */
export function findCategory(name: string): Category | undefined {
  const wanted = name.trim().toLowerCase();
  return categories.find((category) => category.toLowerCase() === wanted);
}

/** Answers that differ only in case, surrounding whitespace or Unicode normalization are equal. */
export function foldAnswer(answer: string): string {
  // Upper case first: only that maps ß to ss and unifies the two lower-case sigmas.
  return answer.trim().toUpperCase().toLowerCase().normalize('NFC');
}
