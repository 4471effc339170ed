import { canonicalWords } from '../../kit/pairs/canonical-words.ts';
import { readQuantity } from '../../kit/pairs/quantities.ts';
import { kinds } from '../../kit/text/characters.ts';
import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadText,
  type RuleFinding,
  withoutChoice,
} from './rule.ts';

export const duplicateChoices: QualityRule = {
  id: 'duplicate_choices',
  severity: 'error',
  field: ['incorrect_answers'],
  requires: ['question_text'],
  description:
    'A choice equals another one except for an article, an accent, spaces, punctuation, a usual ' +
    'abbreviation or the way a number is written.',
  why: 'If two choices say the same, both are wrong or both are right, and everyone can see it.',
  check({ stem, answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    // Then accents, or how a number is written, are what is asked about.
    const isAboutSpelling =
      /\b(?:spell\w*|accents?|letters?|writ(?:e|ten)|notation|numerals?|decimal|words?|translat\w*|languages?|pronounc\w*|time signatures?|lowest terms|simpl\w+|convert\w*|units?)\b/i.test(
        stem.text,
      );
    const hasAcronym = [answer, ...wrong].some(({ text }) => acronym.test(text));
    const normalize = (choice: ReadText) => {
      if (isAboutSpelling) return choice.text;
      return hasAcronym && isName(choice.text) ? nameOf(choice.text) : normalizeChoice(choice);
    };
    // "Which fraction equals 2/4?": another one that equals the answer may be the point.
    const isAboutFractions = /\b(?:fractions?|ratios?|equivalent)\b/i.test(stem.text);
    const first = new Map([[isAboutFractions ? answer.text : normalize(answer), answer.text]]);
    const found: RuleFinding[] = [];
    for (const each of wrong) {
      const normalized = normalize(each);
      const duplicate = first.get(normalized);
      if (duplicate === undefined) first.set(normalized, each.text);
      else
        found.push(
          locateIn(each, {
            ...findingOnText(each, `Same as ${JSON.stringify(duplicate)}.`),
            ...withoutChoice(wrong, each),
          }),
        );
    }
    return found;
  },
};

/** Keeps signs (C and C++, 2 and −2 differ) and the case of symbols such as mm and Mm. */
function normalizeChoice(choice: ReadText): string {
  const bare = choice.kinds & mayDiffer ? withoutPunctuation(choice.text) : choice.text;
  const named = /^(?:an?|the) (?=\S)/i.test(bare) ? bare.slice(bare.indexOf(' ') + 1) : bare;
  const fraction = /^(\d{1,4})\/(\d{1,4})$/.exec(named);
  if (fraction) return String(Number(fraction[1]) / Number(fraction[2]));
  const measure = measureOf(named);
  if (measure !== undefined) return measure;
  const number = numberNames.indexOf(named.toLowerCase());
  if (number >= 0) return String(number);
  if (named.length <= 3) return named;
  const folded = named.replace(/\p{L}+/gu, foldWord);
  // "Washington, D.C." and "Washington DC", "Lord Genome" and "Lordgenome".
  return names.test(folded) ? folded.replace(/[\s.,'’]+/g, '') : folded;
}

const names = /^[\p{L}\s.,'’]+$/u;

const acronym = /^(?:[Tt]he )?[A-Z](?:\.?[A-Z]){1,4}\.?$/;

/** Not the genotypes BB and Bb, or CO and Co. */
function isName(text: string): boolean {
  return acronym.test(text) || (names.test(text) && /\s/.test(text.trim()));
}

/** "UK" and "the United Kingdom" as one text, which no single word is. */
function nameOf(text: string): string {
  const words = canonicalWords(text.replace(/^(?:an?|the) (?=\S)/i, ''));
  return `name ${words.map(({ form }) => form).join('')}`;
}

/** The case of genotypes such as "BbEe" is what they say. */
function foldWord(word: string): string {
  return /^(?:(\p{L})\1)+$/iu.test(word) ? word : word.toLowerCase();
}

/** "1 km" and "1000 m" as the same text. Symbols in capitals may be others: mm and Mm. */
function measureOf(text: string): string | undefined {
  if (!/^\d+(?:\.\d+)? ?(?:\p{Ll}{1,11}|m?L)$/u.test(text)) return undefined;
  const quantity = readQuantity(canonicalWords(text).map(({ form }) => form));
  if (!quantity || quantity.of === quantity.unit) return undefined;
  return `${Number(quantity.value.toPrecision(12))} ${quantity.of}`;
}

const numberNames =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

const mayDiffer =
  kinds.nonAscii |
  kinds.doubleQuote |
  kinds.singleQuote |
  kinds.pause |
  kinds.oddSpace |
  kinds.ampersand;

function withoutPunctuation(text: string): string {
  const plain =
    text.length > 3 ? text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '') : text;
  return plain
    .normalize('NFC')
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[“”"]/g, '')
    .replaceAll('−', '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\b[A-Z])\.(?=[A-Z]\b|$|\s)/g, '')
    .replace(/(?<=\d)\.0+$/, '')
    .replace(/ & /g, ' and ')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
}
