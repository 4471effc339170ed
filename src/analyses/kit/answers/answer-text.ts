import {
  copyUnits,
  type NormalizedUnits,
  normalizeText,
  readUnits,
} from '../text/normalized-text.ts';

/** A dash before a digit or a function without a letter or digit before it; not the one in "COVID-19" or "1914–1918". */
const signs =
  /(?<![\p{L}\p{M}\p{N}])[-‒–−﹣－](?=\p{Nd}|(?:sin|cos|tan|log|ln|exp|sqrt)(?!\p{L}))/gu;
/** A cheap necessary condition of the rule above for ASCII texts. */
const mayBeSign = /-(?:\d|sin|cos|tan|log|ln|exp|sqrt)|[A-Za-z]#/;
/** C# is neither C nor C♭. */
const sharps = /(?<=\p{L})#/gu;
/** Normalization treats it as a symbol and keeps it. */
const minus = '−';
/** Replaces spaces in answers that must remain one word; occurs in no normalized text. */
const joint = '\u001f';

/**
 * Normalizes an answer for comparison: like other texts, but a minus sign is kept, since −5 is not
 * 5, and the sharp of C#, and an answer of punctuation alone is kept unchanged, as one word.
 */
export function normalizeAnswer(answer: string): string {
  const normalized = normalizeText(answer.replace(signs, minus).replace(sharps, '♯'));
  if (normalized !== '') return normalized;
  const spaced = answer.normalize('NFKC').replace(/[\p{Z}\p{Cc}]+/gu, ' ');
  return spaced.trim().replaceAll(' ', joint);
}

/** The same, without allocating strings for most answers. */
export function readAnswerUnits(answer: string, into: NormalizedUnits): void {
  if (mayBeSign.test(answer)) {
    copyUnits(normalizeAnswer(answer), into);
    return;
  }
  readUnits(answer, into, normalizeAnswer);
  if (into.length === 0) copyUnits(normalizeAnswer(answer), into);
}
