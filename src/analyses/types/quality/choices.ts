import { countCharacters } from '../../../domain/text.ts';
import { kinds } from '../../kit/text/characters.ts';
import type { Word } from '../../kit/text/words.ts';
import { overlappingChoices } from './overlap.ts';
import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadText,
  type RuleFinding,
  textFields,
  textRule,
} from './rule.ts';

const absoluteWords = new Set(
  'always never all every none only everyone everything nobody nothing invariably'.split(' '),
);

const absoluteTerms = textRule(
  {
    id: 'absolute_terms',
    severity: 'info',
    field: textFields,
    description:
      'Always, never, all, none, only: a choice or true/false statement with such words is usually ' +
      'wrong, which test takers know. Titles are ignored.',
  },
  (read, question) => {
    const isStem = read.field === 'question_text';
    if (isStem && !question.isTrueOrFalse) return noFindings;
    const words = isStem ? question.plainWords : read.words;
    if (words.length < 3) return noFindings;
    return words
      .filter((word, at) => isAbsolute(word, words, at))
      .map(({ raw, start, end }) => ({ start, end, message: `"${raw}" is an absolute term.` }));
  },
);

function isAbsolute({ raw, folded }: Word, words: readonly Word[], at: number): boolean {
  return absoluteWords.has(folded) && (raw === folded || isPlainStart(words, at));
}

/** "Never at night", but not "Never Gonna Give You Up". */
function isPlainStart(words: readonly { raw: string }[], at: number): boolean {
  return at === 0 && words.slice(1).every(({ raw }) => raw === raw.toLowerCase());
}

const catchAll =
  /^(?:(?:all|none|any|both|neither) (?:of )?(?:the )?(?:above|these|those|them|(?:other )?(?:answers|options|choices))|(?:all|none) of (?:it|the others))(?: (?:are|is) (?:correct|true|right|wrong|false))?\.?$/i;

const allOfTheAbove = textRule(
  {
    id: 'all_or_none_of_the_above',
    severity: 'warning',
    field: ['correct_answer', 'incorrect_answers'],
    description:
      'A choice such as "all of the above": it rewards guessing and depends on the order of choices.',
  },
  (read) =>
    catchAll.test(read.text.trim())
      ? [findingOnText(read, `${JSON.stringify(read.text)} refers to the other choices.`)]
      : noFindings,
);

/** Among short names a longer one gives nothing away. */
const minKeyLength = 20;

const longestKey = textRule(
  {
    id: 'longest_key',
    severity: 'warning',
    field: ['correct_answer'],
    description: `The correct answer has at least ${minKeyLength} characters and is at least 1.5 times as long as any other choice.`,
  },
  (read, { wrong }) => {
    if (wrong.length < 2 || read.text.length < minKeyLength) return noFindings;
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

const duplicateChoices: QualityRule = {
  id: 'duplicate_choices',
  severity: 'error',
  field: ['incorrect_answers'],
  description: 'A choice equals another one except for an article, period or comma.',
  check({ answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    const first = new Map([[normalizeChoice(answer), answer.text]]);
    const found: RuleFinding[] = [];
    for (const each of wrong) {
      const normalized = normalizeChoice(each);
      const duplicate = first.get(normalized);
      if (duplicate === undefined) first.set(normalized, each.text);
      else found.push(locateIn(each, findingOnText(each, `Same as ${JSON.stringify(duplicate)}.`)));
    }
    return found;
  },
};

/** Keeps signs (C and C++, 2 and −2 differ) and the case of symbols such as mm and Mm. */
function normalizeChoice(choice: ReadText): string {
  const bare = choice.kinds & mayDiffer ? withoutPunctuation(choice.text) : choice.text;
  const named = /^(?:an?|the) (?=\S)/i.test(bare) ? bare.slice(bare.indexOf(' ') + 1) : bare;
  return named.length > 3 ? named.toLowerCase() : named;
}

const mayDiffer =
  kinds.nonAscii | kinds.doubleQuote | kinds.singleQuote | kinds.pause | kinds.oddSpace;

function withoutPunctuation(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[“”"]/g, '')
    .replaceAll('−', '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
}

export const choiceRules: readonly QualityRule[] = [
  absoluteTerms,
  allOfTheAbove,
  longestKey,
  duplicateChoices,
  overlappingChoices,
];
