import { countCharacters } from '../../text.ts';
import { overlappingChoices } from './overlap.ts';
import {
  type QualityRule,
  type ReadQuestion,
  type Remark,
  remarkOnAll,
  textFields,
  textRule,
} from './rule.ts';
import { readWords } from './words.ts';

const sweeping = new Set(
  'always never all every none only everyone everything nobody nothing invariably'.split(' '),
);

const absoluteTerms = textRule(
  {
    id: 'absolute_terms',
    group: 'flaws',
    severity: 'info',
    field: textFields,
    description:
      'Always, never, all, none, only: in a choice or a true-or-false statement such words are ' +
      'mostly wrong, and test takers know. Titles are left alone.',
  },
  (_text, question, field) => {
    if (field === 'question_text' && !question.isTrueOrFalse) return [];
    const text = field === 'question_text' ? question.plainText : _text;
    const words = readWords(text);
    return words.flatMap(({ raw, folded, start, end }, at): Remark[] => {
      if (!sweeping.has(folded) || (raw !== folded && !isPlainBeginning(words, at))) return [];
      return words.length < 3 ? [] : [{ start, end, message: `"${raw}" leaves no exception.` }];
    });
  },
);

/** "Never at night", but not "Never Gonna Give You Up". */
function isPlainBeginning(words: readonly { raw: string }[], at: number): boolean {
  return at === 0 && words.slice(1).every(({ raw }) => raw === raw.toLowerCase());
}

const catchAll =
  /^(?:(?:all|none|any|both|neither) (?:of )?(?:the )?(?:above|these|those|them|(?:other )?(?:answers|options|choices))|(?:all|none) of (?:it|the others))(?: (?:are|is) (?:correct|true|right|wrong|false))?\.?$/i;

const allOfTheAbove = textRule(
  {
    id: 'all_or_none_of_the_above',
    group: 'flaws',
    severity: 'warning',
    field: ['correct_answer', 'incorrect_answers'],
    description: 'A choice such as "all of the above": it tests guessing, and order changes it.',
  },
  (text) =>
    catchAll.test(text.trim())
      ? [remarkOnAll(text, `${JSON.stringify(text)} is no answer of its own.`)]
      : [],
);

/** Among short names a longer one says nothing. */
const shortestTellingKey = 20;

const longestKey = textRule(
  {
    id: 'longest_key',
    group: 'flaws',
    severity: 'warning',
    field: ['correct_answer'],
    description: `The right answer is 1.5 times as long as any other choice, and ${shortestTellingKey} characters at least.`,
  },
  (text, { incorrectAnswers }) => {
    const own = countCharacters(text);
    const longest = Math.max(0, ...incorrectAnswers.map(countCharacters));
    if (incorrectAnswers.length < 2 || own < shortestTellingKey || own < 1.5 * longest) return [];
    return [remarkOnAll(text, `${own} characters, where the longest other choice has ${longest}.`)];
  },
);

const duplicateChoices = textRule(
  {
    id: 'duplicate_choices',
    group: 'flaws',
    severity: 'error',
    field: ['incorrect_answers'],
    description:
      'A choice says the same as another: only an article, a full stop or a comma differs.',
  },
  (text, question) => {
    const earlier = choicesBefore(question, text);
    const twin = earlier.find((each) => meaningOf(each) === meaningOf(text));
    return twin === undefined ? [] : [remarkOnAll(text, `${JSON.stringify(twin)} says the same.`)];
  },
);

function choicesBefore({ correctAnswer, incorrectAnswers }: ReadQuestion, text: string): string[] {
  return [correctAnswer, ...incorrectAnswers.slice(0, incorrectAnswers.indexOf(text))];
}

/** Signs stay, since C and C++, 2 and −2 differ; so does the case of symbols such as mm and Mm. */
function meaningOf(choice: string): string {
  const bare = choice
    .normalize('NFC')
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[“”"]/g, '')
    .replaceAll('−', '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
  const named = /^(?:an?|the) (?=\S)/i.test(bare) ? bare.slice(bare.indexOf(' ') + 1) : bare;
  return named.length > 3 ? named.toLowerCase() : named;
}

export const choiceRules: readonly QualityRule[] = [
  absoluteTerms,
  allOfTheAbove,
  longestKey,
  duplicateChoices,
  overlappingChoices,
];
