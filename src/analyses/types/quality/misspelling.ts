import type { Word } from '../../kit/text/words.ts';
import { isLowerCase } from './asked.ts';
import { noFindings, type ReadQuestion, type TextFinding, textFields, textRule } from './rule.ts';
import type { Spelling } from './spelling.ts';

export const misspelling = textRule(
  {
    id: 'misspelling',
    severity: 'warning',
    field: textFields,
    requires: ['question_text'],
    description:
      'A word in lower case that does not exist and differs by one slip from a common one. English ' +
      'only; names and quotations are ignored.',
    why: 'Spelling mistakes make readers doubt the answer as well.',
  },
  (read, question, { language, spelling }) => {
    if (!spelling || language !== 'en') return noFindings;
    const isStem = read.field === 'question_text';
    const words = isStem ? question.plainWords : read.words;
    const text = isStem ? question.plainText : read.text;
    // A question about spelling has odd words on purpose; one without capitals has names in lower case.
    if (oddWords.test(question.stem.text) || !/\p{Lu}/u.test(question.stem.text)) return noFindings;
    // Typed into a search box rather than written: names may be in lower case.
    const isLower = isStem && isTypedInLowerCase(text);
    let found: TextFinding[] | undefined;
    for (const [at, word] of words.entries()) {
      if (!isPlain(word, text) || (isStem && mayBeTitle(words, at, text))) continue;
      const fix = spelling.correct(word.raw, isLower);
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

/** Without punctuation, "US" is no proof that names would have capitals. */
function isTypedInLowerCase(text: string): boolean {
  if (isLowerCase(text)) return !/\?\s*$/.test(text);
  return !/\p{Lu}\p{Ll}/u.test(text.slice(1)) && !/[.?!]\s*$/.test(text);
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
    /^[a-z]+$/.test(raw) &&
    !/[-\p{L}\p{N}'’.@/_#:]/u.test(text.charAt(start - 1)) &&
    !/[-\p{L}\p{N}'’@/_]/u.test(text.charAt(end)) &&
    !/^\.\p{L}/u.test(text.slice(end, end + 2))
  );
}
