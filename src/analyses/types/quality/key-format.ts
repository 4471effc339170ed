import { findingOnText, noFindings, type TextFinding, textRule } from './rule.ts';
import type { Spelling } from './spelling.ts';

interface Format {
  /** What choices of this format have. */
  readonly name: string;
  matches(text: string): boolean;
  readonly add?: (text: string, others: readonly string[]) => string;
  readonly remove?: (text: string, spelling: Spelling | undefined) => string | undefined;
}

const formats: readonly Format[] = [
  {
    name: 'a final period',
    // "Jr.", "Bros." and "etc." end in a period anyway.
    matches: (text) =>
      /(?:^|[\s-])\p{Ll}+\.$|[\])”"]\.$|(?:^|\s)\p{Lu}\p{Ll}{3,}\.$|^\p{Lu}\p{Ll}?\.$/u.test(
        text,
      ) && !/\b(?:etc|Assn|Bros|Corp|Dept|Univ)\.$/.test(text),
    add: (text) => `${text}.`,
    remove: (text) => text.slice(0, -1),
  },
  {
    name: 'a capital first letter',
    matches: (text) => /^["“'(]?\p{Lu}/u.test(text),
    add: (text, others) => {
      const given = areTitles(others) ? text.replaceAll(laterWord, capitalize) : text;
      return capitalize(given);
    },
  },
  {
    name: 'capitals only',
    matches: (text) =>
      /^\p{Lu}{4,}$|^\p{Lu}{2,}(?: \p{Lu}{2,})+$/u.test(text) && !acronyms.has(text),
    // Capitals may be those of a name or an acronym, unless it is a word.
    remove: (text, spelling) =>
      spelling?.isWord(text.toLowerCase())
        ? text.charAt(0) + text.slice(1).toLowerCase()
        : undefined,
  },
  {
    name: 'an article',
    matches: (text) => /^an? \p{Ll}/iu.test(text),
    remove: (text) => {
      const bare = text.replace(/^an? /i, '');
      return /^\p{Lu}/u.test(text) ? capitalize(bare) : bare;
    },
  },
  {
    name: 'quotation marks',
    matches: (text) => /^["“].+["”]$/.test(text),
    add: (text) => `"${text}"`,
    remove: (text) => text.slice(1, -1),
  },
  {
    name: 'a day',
    matches: (text) => /^\d{1,2} \p{Lu}\p{Ll}+,? \d{4}$|^\p{Lu}\p{Ll}+ \d{1,2}, \d{4}$/u.test(text),
  },
  { name: 'digits', matches: (text) => /^\d[\d.,]*$/.test(text) },
  { name: 'a unit or era', matches: (text) => /^\d[\d.,]* ?[%°\p{L}]+/u.test(text) },
];

/** In lower case, though it is no article, conjunction or preposition: not "Gulf of Mexico". */
const laterWord =
  /(?<=\s)(?!(?:an?|and|at|by|de|for|from|in|of|on|or|the|to|with)(?!\p{L}))\p{Ll}\S*/gu;

function areTitles(texts: readonly string[]): boolean {
  return texts.some((text) => /\s/.test(text)) && texts.every((text) => text.search(laterWord) < 0);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Spoken as words, and written in capitals all the same. */
const acronyms = new Set(
  'AIDS ASCII ASEAN CERN EBITDA FIFA GATT HTML IKEA INTERPOL JPEG LEGO MERS NAFTA NASA NASCAR NASDAQ NATO NSAID OPEC OSHA PETA SARS SWAT UEFA UNESCO UNICEF UNIX'.split(
    ' ',
  ),
);

const numberName =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|a? ?hundred|a? ?thousand)$/i;

export const keyFormat = textRule(
  {
    id: 'key_format',
    severity: 'info',
    field: ['correct_answer'],
    description:
      'The correct answer is written differently from all others: capital letter, final period, ' +
      'article, quotation marks, digits, unit.',
    why: 'A choice that is written differently stands out, and here it is the right one.',
  },
  (read, { wrong }, { spelling }) => {
    if (wrong.length < 2) return noFindings;
    const finding = findOddFormat(
      read.text.trim(),
      wrong.map(({ text }) => text.trim()),
      spelling,
    );
    return finding
      ? [{ ...findingOnText(read, finding.message), ...fixOf(finding.fix) }]
      : noFindings;
  },
);

function findOddFormat(key: string, others: readonly string[], spelling: Spelling | undefined) {
  for (const { name, matches, add, remove } of formats) {
    const count = others.filter(matches).length;
    const has = matches(key);
    if (has ? count > 0 : count < others.length) continue;
    if (!isComparable(name, key, others)) continue;
    return has
      ? { message: `Only the answer has ${name}.`, fix: remove?.(key, spelling) }
      : { message: `All choices but the answer have ${name}.`, fix: add?.(key, others) };
  }
  return undefined;
}

/** Digits are odd among number names, units among bare numbers; a capital among plain words. */
function isComparable(name: string, key: string, others: readonly string[]): boolean {
  const all = [key, ...others];
  switch (name) {
    case 'a day':
      return others.every((text) => /^(?:\p{Lu}\p{Ll}+ )?\d{4}$/u.test(text));
    case 'digits':
      return all.every((text) => /^\d[\d.,]*$/.test(text) || numberName.test(text));
    case 'a unit or era':
      return all.every((text) => /^\d[\d.,]*(?: ?[%°\p{L}]+)?$/u.test(text));
    case 'a capital first letter':
      return all.every((text) => /^\p{L}/u.test(text)) && isPlainCase(key, others);
    case 'capitals only':
      return all.every((text) => /^\p{L}[\p{L} ]*$/u.test(text)) && /[AEIOU]/.test(key);
    case 'an article':
      return (
        all.every((text) => /^\p{L}/u.test(text)) &&
        !others.some((text) => /^(?:the|to|it|they|he|she|by|because|in|on) /i.test(text)) &&
        !others.some((text) => /s$/.test(text)) &&
        others.every((text) =>
          text
            .split(' ')
            .slice(1)
            .every((word) => word === word.toLowerCase()),
        )
      );
    case 'a final period':
      return others.every((text) => !/[?!…]$/.test(text) && !/\p{Lu}\p{L}*\.$/u.test(text));
    default:
      return true;
  }
}

/** Not a name among common nouns ("Paris", "a town"), nor a brand such as iPod. */
function isPlainCase(key: string, others: readonly string[]): boolean {
  if (/^\p{Ll}\p{Lu}/u.test(key) || /^\p{Ll}{1,2}$|[\d_()./]/u.test(key)) return false;
  // A capital may be that of a name, and other scripts have none.
  if (!/^["“'(]?\p{Ll}/u.test(key)) return false;
  return others.every((text) => !/[\d_()]/.test(text));
}

function fixOf(fix: string | undefined): Pick<TextFinding, 'fix'> {
  return fix === undefined ? {} : { fix };
}
