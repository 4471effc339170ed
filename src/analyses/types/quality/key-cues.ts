import { countCharacters } from '../../../domain/text.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
  type TextFinding,
  textRule,
} from './rule.ts';

/** Among short choices a longer one gives nothing away. */
const minKeyLength = 20;

const longestKey = textRule(
  {
    id: 'longest_key',
    severity: 'warning',
    field: ['correct_answer'],
    description: `The correct answer has at least ${minKeyLength} characters and is at least 1.5 times as long as any other choice. Names and titles are ignored.`,
    why: 'Test takers who do not know the answer pick the longest choice.',
  },
  (read, { wrong }) => {
    if (wrong.length < 2 || read.text.length < minKeyLength || isName(read)) return noFindings;
    const length = countCharacters(read.text);
    const maxOther = Math.max(...wrong.map(({ text }) => countCharacters(text)));
    if (length < minKeyLength || length < 1.5 * maxOther) return noFindings;
    return [
      findingOnText(
        read,
        `The answer has ${length} characters; the longest other choice has ${maxOther}.`,
      ),
    ];
  },
);

const minPlainWords = 3;

/** Most of its words are capitalized: nobody chooses how long a name is. */
function isName({ words, text }: ReadText): boolean {
  const plain = words.filter(({ raw }) => /^\p{Ll}/u.test(raw));
  return plain.length < minPlainWords || plain.length < words.length / 2 || /^["“]/.test(text);
}

interface Format {
  /** What choices of this format have. */
  readonly name: string;
  matches(text: string): boolean;
  readonly add?: (text: string) => string;
  readonly remove?: (text: string) => string | undefined;
}

const formats: readonly Format[] = [
  {
    name: 'a final period',
    // "Jr.", "Bros." and "etc." end in a period anyway.
    matches: (text) =>
      /(?:^|[\s-])\p{Ll}+\.$|^\p{Lu}\p{Ll}{3,}\.$|^\p{Lu}\p{Ll}?\.$/u.test(text) &&
      !/\betc\.$/.test(text),
    add: (text) => `${text}.`,
    remove: (text) => text.slice(0, -1),
  },
  {
    name: 'a capital first letter',
    matches: (text) => /^["“'(]?\p{Lu}/u.test(text),
    add: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  },
  {
    name: 'capitals only',
    matches: (text) => /^\p{Lu}{4,}$|^\p{Lu}{2,}(?: \p{Lu}{2,})+$/u.test(text),
    // In several words, capitals may be those of a name.
    remove: (text) =>
      text.includes(' ') ? undefined : text.charAt(0) + text.slice(1).toLowerCase(),
  },
  {
    name: 'an article',
    matches: (text) => /^an? \p{Ll}/iu.test(text),
    remove: (text) => {
      const bare = text.replace(/^an? /i, '');
      return /^\p{Lu}/u.test(text) ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
    },
  },
  {
    name: 'quotation marks',
    matches: (text) => /^["“].+["”]$/.test(text),
    add: (text) => `"${text}"`,
    remove: (text) => text.slice(1, -1),
  },
  { name: 'digits', matches: (text) => /^\d[\d.,]*$/.test(text) },
  { name: 'a unit or era', matches: (text) => /^\d[\d.,]* ?[%°\p{L}]+/u.test(text) },
];

const numberName =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|a? ?hundred|a? ?thousand)$/i;

const keyFormat = textRule(
  {
    id: 'key_format',
    severity: 'info',
    field: ['correct_answer'],
    description:
      'The correct answer is written differently from all others: capital letter, final period, ' +
      'article, quotation marks, digits, unit.',
    why: 'A choice that is written differently stands out, and here it is the right one.',
  },
  (read, { wrong }) => {
    if (wrong.length < 2) return noFindings;
    const finding = findOddFormat(
      read.text.trim(),
      wrong.map(({ text }) => text.trim()),
    );
    return finding
      ? [{ ...findingOnText(read, finding.message), ...fixOf(finding.fix) }]
      : noFindings;
  },
);

function findOddFormat(key: string, others: readonly string[]) {
  for (const { name, matches, add, remove } of formats) {
    const count = others.filter(matches).length;
    const has = matches(key);
    if (has ? count > 0 : count < others.length) continue;
    if (!isComparable(name, key, others)) continue;
    return has
      ? { message: `Only the answer has ${name}.`, fix: remove?.(key) }
      : { message: `All choices but the answer have ${name}.`, fix: add?.(key) };
  }
  return undefined;
}

/** Digits are odd among number names, units among bare numbers; a capital among plain words. */
function isComparable(name: string, key: string, others: readonly string[]): boolean {
  const all = [key, ...others];
  switch (name) {
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
  const isKeyCapital = /^\p{Lu}/u.test(key);
  return isKeyCapital ? false : others.every((text) => !/[\d_()]/.test(text));
}

function fixOf(fix: string | undefined): Pick<TextFinding, 'fix'> {
  return fix === undefined ? {} : { fix };
}

const detailedKey = textRule(
  {
    id: 'detailed_key',
    severity: 'info',
    field: ['correct_answer'],
    description: 'Only the correct answer has an explanation in parentheses.',
    why: 'Authors explain what they know to be right; test takers look for it.',
  },
  (read, { wrong }) => {
    if (wrong.length < 2) return noFindings;
    const open = read.text.indexOf('(');
    const close = read.text.indexOf(')', open);
    if (open < 1 || close < open || wrong.some(({ text }) => text.includes('('))) return noFindings;
    if (
      !/\p{L}{2}|\d{2}/u.test(read.text.slice(open, close)) ||
      /^\(?s\)/.test(read.text.slice(open))
    )
      return noFindings;
    const start = /\s/.test(read.text.charAt(open - 1)) ? open - 1 : open;
    const message = 'Only the answer is explained: leave it out, or explain all choices.';
    return [{ start, end: close + 1, message, fix: '' }];
  },
);

const convergentKey = textRule(
  {
    id: 'convergent_key',
    severity: 'info',
    field: ['correct_answer'],
    description: 'The correct answer has the most in common with the other choices.',
    why: 'Whoever picks the choice that shares most with the others is right without knowing why.',
  },
  (read, question) => {
    const parts = splitChoices(question);
    if (!parts) return noFindings;
    const counts = new Map<string, number>();
    for (const part of parts.flat()) counts.set(part, (counts.get(part) ?? 0) + 1);
    const shared = parts.map((each) =>
      each.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0),
    );
    const [key = 0, ...others] = shared;
    const isShared = parts[0]?.every((part) => (counts.get(part) ?? 0) > 1);
    if (!isShared || others.some((other) => other >= key)) return noFindings;
    const message =
      'Each part of the answer also occurs in another choice; no other choice is like that.';
    return [findingOnText(read, message)];
  },
);

/** Choices of two different parts each: "red and white", "sodium chloride". */
function splitChoices({ answer, wrong }: ReadQuestion): string[][] | undefined {
  if (wrong.length < 3) return undefined;
  const all = [answer, ...wrong].map(({ text }) => text.toLowerCase().trim());
  if (all.some((text) => text.length > 100)) return undefined;
  for (const pattern of [/ and | & |\/| – | - /, /, /, / /]) {
    const parts = all.map((text) => text.split(pattern));
    const arePairs = parts.every(
      (each) => each.length === 2 && each[0] !== each[1] && !each.includes(''),
    );
    // A part that all share reveals nothing.
    const isCommon = parts[0]?.some((part) => parts.every((each) => each.includes(part)));
    if (arePairs && !isCommon) return parts;
  }
  return undefined;
}

export const keyCueRules: readonly QualityRule[] = [
  longestKey,
  keyFormat,
  detailedKey,
  convergentKey,
];
