import {
  copyUnits,
  type NormalizedUnits,
  normalizeText,
  readUnits,
} from '../text/normalized-text.ts';

/** A dash before a digit, with no letter or digit before it: in "COVID-19" and "1914–1918" it is none. */
const signs = /(?<![\p{L}\p{M}\p{N}])[-‒–−﹣－](?=\p{Nd})/gu;
/** What of plain ASCII is worth a look by the rule above. */
const mayBeSign = /-\d/;
/** Normalizing takes it for a symbol, and keeps it. */
const minus = '−';
/** Stands for a space in what has to stay one word; no normalized text has it. */
const joint = '\u001f';

/**
 * An answer as it is compared: as a text is, but that a minus sign stays, since −5 is not 5, and
 * that what is nothing but punctuation is compared as it stands, as one word.
 */
export function normalizeAnswer(answer: string): string {
  const normalized = normalizeText(answer.replace(signs, minus));
  if (normalized !== '') return normalized;
  const spaced = answer.normalize('NFKC').replace(/[\p{Z}\p{Cc}]+/gu, ' ');
  return spaced.trim().replaceAll(' ', joint);
}

/** The same, without building strings for most answers. */
export function readAnswerUnits(answer: string, into: NormalizedUnits): void {
  if (mayBeSign.test(answer)) {
    copyUnits(normalizeAnswer(answer), into);
    return;
  }
  readUnits(answer, into, normalizeAnswer);
  if (into.length === 0) copyUnits(normalizeAnswer(answer), into);
}
