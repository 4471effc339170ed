import { countCharacters } from '../../../domain/text.ts';
import { keyFormat } from './key-format.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
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
/** In quotation marks, fewer may be a title. */
const minSpokenWords = 8;

/** Most of its words are capitalized: nobody chooses how long a name is. */
function isName({ words, text }: ReadText): boolean {
  const plain = words.filter(({ raw }) => /^\p{Ll}/u.test(raw));
  const isQuotation = /^["“]/.test(text);
  return (
    plain.length < (isQuotation ? minSpokenWords : minPlainWords) || plain.length < words.length / 2
  );
}

const detailedKey = textRule(
  {
    id: 'detailed_key',
    severity: 'info',
    field: ['correct_answer'],
    description: 'Only the correct answer is explained, in parentheses or after a comma.',
    why: 'Authors explain what they know to be right; test takers look for it.',
  },
  (read, { wrong, stem }) => {
    if (wrong.length < 2) return noFindings;
    const aside = findAside(read.text);
    if (aside !== undefined && !wrong.some(({ text }) => /[,;–—]| because /.test(text)))
      return [{ start: aside, end: read.text.length, message: explained, fix: '' }];
    const open = read.text.indexOf('(');
    const close = read.text.indexOf(')', open);
    if (open < 1 || close < open || wrong.some(({ text }) => text.includes('('))) return noFindings;
    if (
      !/\p{L}{2}|\d{2}/u.test(read.text.slice(open, close)) ||
      /^\(?s\)/.test(read.text.slice(open))
    )
      return noFindings;
    const start = /\s/.test(read.text.charAt(open - 1)) ? open - 1 : open;
    const [outside, inside] = [read.text.slice(0, start), read.text.slice(open + 1, close)];
    const isName = isPartOfName(outside, inside);
    if (isName && asksForWork.test(stem.text)) return noFindings;
    const found = { start, end: close + 1, message: explained };
    return [isName || mayDistinguish(outside, inside) ? found : { ...found, fix: '' }];
  },
);

/** Works of one title are told apart by their year, and titles have parentheses of their own. */
const asksForWork =
  /\b(?:albums?|anime|books?|episodes?|films?|games?|movies?|musicals?|novels?|operas?|paintings?|plays?|poems?|recorded|series|shows?|singles?|sitcoms?|songs?|titles?|tracks?)\b/i;

/** "Dune (2021)", "The Beatles (White Album)": a year or a title, not an explanation. */
function isPartOfName(outside: string, inside: string): boolean {
  if (/\b\d{4}\b/.test(inside)) return true;
  const isFormula = /\p{Lu}\p{Ll}?[\d₀-₉]/u.test(inside);
  return !isFormula && isTitle(outside) && isTitle(inside);
}

/** "Georgia (country)": without it, another thing may be named. An explanation has more words. */
function mayDistinguish(outside: string, inside: string): boolean {
  return isTitle(outside) && inside.split(' ').length < minExplanation;
}

const minExplanation = 3;

function isTitle(text: string): boolean {
  return text.split(/[\s-]+/).every((word) => !/^\P{L}*\p{Ll}/u.test(word) || smallWords.has(word));
}

const smallWords = new Set('a an and at by de for from in la of on or the to with'.split(' '));

const explained = 'Only the answer is explained: leave it out, or explain all choices.';

/** Longer answers are sentences of several clauses. */
const maxAsideLength = 80;

/** Where "Marie Curie, in 1903" and "chlorophyll, which is green" begin to explain; no list does. */
function findAside(text: string): number | undefined {
  const match =
    /(?:,|;| –| —) (?:in|by|from|with|which|who|whose|when|where|after|during|since|due|so|jointly|together|but|as|also|though|although|if|unless|provided) \S|,? because \S/.exec(
      text,
    );
  return match && match.index > 1 && text.length <= maxAsideLength ? match.index : undefined;
}

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

const maxParts = 5;

/** "3/4", "5.6 × 10⁻⁴ m": numbers share digits, which reveals nothing. */
const figure = /^[\d\s.,:/×x·*^+−–\-⁰¹²³⁴-⁹⁺⁻₀-₉%°()=√π]+(?:\p{L}{1,3}(?:\/\p{L}{1,3})?)?$/u;

/** Choices of as many parts each: "red and white", "sodium chloride", "5 mg daily by mouth". */
function splitChoices({ answer, wrong }: ReadQuestion): string[][] | undefined {
  if (wrong.length < 3) return undefined;
  const all = [answer, ...wrong].map(({ text }) => text.toLowerCase().trim());
  if (all.some((text) => text.length > 100) || all.every((text) => figure.test(text)))
    return undefined;
  for (const pattern of [/ and | & |\/| – | - /, /, /, / /]) {
    const parts = all.map((text) => text.split(pattern));
    const size = parts[0]?.length ?? 0;
    const areAlike = parts.every(
      (each) => each.length === size && new Set(each).size === size && !each.includes(''),
    );
    if (!areAlike || size > maxParts) continue;
    // A part that all share reveals nothing.
    const own = parts.map((each) =>
      each.filter((part) => !parts.every((one) => one.includes(part))),
    );
    if (own.every((each) => each.length >= 2)) return own;
  }
  return undefined;
}

export const keyCueRules: readonly QualityRule[] = [
  longestKey,
  keyFormat,
  detailedKey,
  convergentKey,
];
