import { isRelation } from './alignment.ts';
import { hasContrasts } from './contrasts.ts';
import { countryOf } from './demonyms.ts';
import { weakWords } from './frame-words.ts';
import { isClassNoun, isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { amounts, isEdit, isWholeFocus } from './rewording.ts';

const maxContent = 14;
const maxAdded = 4;
const maxExchanged = 3;

/** The cosine from which on two questions that differ in this way are the same. */
const sameMeaning = { addition: 0.8, additionToWords: 0.85, exchange: 0.86 };

/**
 * The cosine of the embeddings that shows two sentences, built differently, to be one question; undefined
 * if none does. Where one says all that the other says, and more, it has the same answer whatever it adds,
 * if the shorter one has a single answer: "an alliance formed against", "say the famous line". Not beside
 * a superlative, which picks another one of fewer, and not where a word has opposites or is a name of its
 * own: these make another question. Where a few words stand for others, more likeness is needed.
 */
export function cosineNeeded(
  one: ReadStem,
  other: ReadStem,
  match: ContentMatch,
): number | undefined {
  const left = match.onlyLeft.filter((word) => !isIdleWord(word, one, match.onlyRight));
  const right = match.onlyRight.filter((word) => !isIdleWord(word, other, match.onlyLeft));
  const added = left.length + right.length;
  const isComparable =
    Math.max(one.content.length, other.content.length) <= maxContent &&
    one.form.hasCapitals &&
    other.form.hasCapitals &&
    isSpecific(match) &&
    (added === 0 || !(isRanked(one) || isRanked(other))) &&
    !isEdit(one, other) &&
    left.every((word) => isDetail(word, one)) &&
    right.every((word) => isDetail(word, other));
  if (!isComparable) return undefined;
  const hasName = match.pairs.some(([{ kind }]) => kind === 'name');
  const exchanged = Math.min(left.length, right.length);
  if (exchanged === 0 && added <= maxAdded) {
    const least = hasName ? sameMeaning.addition : sameMeaning.additionToWords;
    return added > 2 ? least + 0.03 : least;
  }
  return hasName && exchanged <= 1 && added <= maxExchanged ? sameMeaning.exchange : undefined;
}

/** Names, or so many words that they are about one thing. */
function isSpecific({ pairs }: ContentMatch): boolean {
  const subjects = pairs.filter(([{ isFocus, meaning }]) => !isFocus && !weakWords.has(meaning));
  return subjects.some(([{ kind }]) => kind === 'name') || subjects.length > 2;
}

function isRanked({ content }: ReadStem): boolean {
  return content.some(
    ({ isQualifier, form }) => isQualifier || amounts.has(form) || /^\d+th$/.test(form),
  );
}

function isDetail(word: ContentWord, stem: ReadStem): boolean {
  if (word.kind === 'number' || word.isQualifier || amounts.has(word.form)) return false;
  if (word.kind === 'name') return isAttribution(word, stem);
  if (word.isFocus) return isWholeFocus(word.form, stem.text);
  return !hasContrasts(word.meaning) && !isRelation(word);
}

/** "The Cartoon Network series Adventure Time", "which European country", "Gatun Lake and the Panama Canal". */
function isAttribution(word: ContentWord, { content, text }: ReadStem): boolean {
  const at = content.indexOf(word);
  if (countryOf(word.form) !== word.form || isConjunct(word, text)) return true;
  const [next, title] = content.slice(
    content.findIndex((each, from) => from > at && each.kind !== 'name'),
  );
  return (
    next !== undefined && isClassNoun(next) && title?.kind === 'name' && next.preposition === ''
  );
}

/** Behind "and", up to the end: another one of which the same is said. */
function isConjunct({ form }: ContentWord, text: string): boolean {
  return new RegExp(`\\band (?:the )?(?:\\w+ )?${escaped(form)}(?: \\w+)?$`).test(text);
}

function escaped(form: string): string {
  return form.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}
