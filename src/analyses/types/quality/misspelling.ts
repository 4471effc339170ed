import type { Word } from '../../kit/text/words.ts';
import { isLowerCase } from './asked.ts';
import { capitalizedSlips } from './known-slips.ts';
import { noFindings, type ReadQuestion, type TextFinding, textFields, textRule } from './rule.ts';
import type { Spelling } from './spelling.ts';

export const misspelling = textRule(
  {
    id: 'misspelling',
    severity: 'warning',
    field: textFields,
    requires: ['question_text'],
    description:
      'A word that does not exist and differs by one slip from a common one. English only; names and ' +
      'quotations are ignored. Where only the first letter is a capital, only frequent slips, swapped ' +
      'letters and common endings are corrected; without any capital, nothing.',
    why: 'Spelling mistakes make readers doubt the answer as well.',
  },
  (read, question, { language, spelling }) => {
    if (!spelling || language !== 'en') return noFindings;
    const isStem = read.field === 'question_text';
    const words = isStem ? question.plainWords : read.words;
    const text = isStem ? question.plainText : read.text;
    // A question about spelling has odd words on purpose; one without capitals has names in lower case.
    if (oddWords.test(question.stem.text) || !/\p{Lu}/u.test(question.stem.text)) return noFindings;
    const mayBeName = hasNamesInLowerCase(text, question, isStem);
    let found: TextFinding[] | undefined;
    for (const [at, word] of words.entries()) {
      if (!isPlain(word, text) || (isStem && mayBeTitle(words, at, text))) continue;
      const fix = /^[A-Z]/.test(word.raw)
        ? correctCapitalized(word, at, question, spelling)
        : spelling.correct(word.raw, mayBeName);
      if (fix === undefined || isForeign(words, at, spelling)) continue;
      if (isStem && isMeant(question, word)) continue;
      found ??= [];
      found.push({
        start: word.start,
        end: word.end,
        message: `"${word.raw}" is probably a misspelling of "${fix}".`,
        fix,
      });
      if (found.length === 20) break;
    }
    return found ?? noFindings;
  },
);

const oddWords =
  /\b(?:[Ss]pell(?:ed|ing|ings|s)?|[Mm]isspel\w*|[Tt]ranslat\w*|[Ll]anguage|[Ss]lang|[Dd]ialect|[Aa]ccent|in [A-Z][a-z]+(?:ish|ese|ian|ench|erman|utch|atin|reek))\b/;

/** Written twice, it is a term; in a passage with a quotation, the spelling is that of the source. */
function isMeant({ stem, asked }: ReadQuestion, { raw, start }: Word): boolean {
  const isTerm = !contraction.test(raw) && stem.words.filter((word) => word.raw === raw).length > 1;
  const isSource = asked.isAfterStory && start < asked.start && /["“]/.test(stem.text);
  return isTerm || isSource;
}

const contraction = /^(?:\p{L}+nt|youre|youve|theyre|theyve|thats|whats)$/u;

/**
 * Where nothing but the first letter is a capital, an unknown word may be a name: "Where is bancker
 * located?". Without punctuation, "US" is no proof that names would have capitals.
 */
function hasNamesInLowerCase(text: string, { stem }: ReadQuestion, isStem: boolean): boolean {
  if (!isStem) return !/\p{Lu}/u.test(text) && isTyped(stem.text);
  return isLowerCase(text) || isTyped(text);
}

/** Typed into a search box rather than written. */
function isTyped(text: string): boolean {
  return !/\p{Lu}\p{Ll}/u.test(text.slice(1)) && !/[.?!]\s*$/.test(text);
}

/** Most are names: only months, days and swapped letters of a first word are corrected. */
function correctCapitalized(
  { raw }: Word,
  at: number,
  { texts }: ReadQuestion,
  spelling: Spelling,
): string | undefined {
  const slip = capitalizedSlips.get(raw);
  if (slip !== undefined || at > 0) return slip;
  // "Vitmain D" beside "Vitamin C".
  const fix = spelling.unswap(raw.toLowerCase());
  if (!fix || !texts.some(({ words }) => words.some(({ folded }) => folded === fix)))
    return undefined;
  return fix.charAt(0).toUpperCase() + fix.slice(1);
}

/** Among other words that do not exist, or next to foreign ones, it is part of a foreign phrase. */
function isForeign(words: readonly Word[], at: number, spelling: Spelling): boolean {
  return [words[at - 1], words[at + 1]].some(
    (word) =>
      word !== undefined &&
      (foreignWords.has(word.folded) ||
        (/^[a-z]{2,}$/.test(word.raw) &&
          !spelling.isWord(word.raw) &&
          spelling.correct(word.raw) === undefined)),
  );
}

/** Of French, Spanish, Italian, German and Latin phrases; rarely used in English otherwise. */
const foreignWords = new Set(
  'ad al au aux da de del della der des di du el ergo et hoc il ipso la las le les los que quid und une vel von'.split(
    ' ',
  ),
);

/** "Who directed destricted?": without capitals, a title. */
function mayBeTitle(words: readonly Word[], at: number, text: string): boolean {
  return isLowerCase(text) && beforeTitle.test(words[at - 1]?.folded ?? '');
}

const beforeTitle =
  /^(?:directed|recorded|created|wrote|produced|released|edited|published|sang|played|named|called|film|movie|album|song|book|show|game)$/;

/** Not part of a name, an address, a compound or a contraction. */
function isPlain({ raw, start, end }: Word, text: string): boolean {
  return (
    /^[A-Z]?[a-z]+$/.test(raw) &&
    !/[-\p{L}\p{N}'’.@/_#:]/u.test(text.charAt(start - 1)) &&
    !/[-\p{L}\p{N}'’@/_]/u.test(text.charAt(end)) &&
    !/^\.\p{L}/u.test(text.slice(end, end + 2))
  );
}
