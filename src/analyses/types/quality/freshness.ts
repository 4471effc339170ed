import type { Word } from '../../kit/text/words.ts';
import { type Phrase, phraseFinder } from './phrases.ts';
import {
  noFindings,
  type QualityRule,
  type ReadQuestion,
  stemRule,
  type TextFinding,
} from './rule.ts';

/** A rule that finds phrases outside quotations and lets `isRelevant` decide. */
function phraseRule(
  head: Pick<QualityRule, 'id' | 'severity' | 'description'>,
  phrases: readonly string[],
  isRelevant: (phrase: Phrase, question: ReadQuestion) => boolean = () => true,
): QualityRule {
  const find = phraseFinder(phrases);
  return stemRule(head, (question) => {
    const found = find(question.plainWords, question.plainText);
    if (found.length === 0) return noFindings;
    return found
      .filter((phrase) => isRelevant(phrase, question))
      .map(({ start, end }): TextFinding => {
        const text = question.plainText.slice(start, end);
        return { start, end, message: `"${text}": the answer may change over time.` };
      });
  });
}

const currently = phraseRule(
  {
    id: 'currently',
    severity: 'warning',
    description: 'Currently, presently, the current champion: the answer may change.',
  },
  'currently,presently,nowadays,at present,at the moment,right now,current,incumbent,reigning'.split(
    ',',
  ),
  ({ folded, first, next }, { plainWords: words }) => {
    // "The city currently known as Istanbul" only names it.
    if (folded === 'currently') return !/^(?:known|called|named)$/.test(words[next]?.folded ?? '');
    return (folded !== 'current' && folded !== 'reigning') || isDescribing(words, first, next);
  },
);

/** "The current champion", but not "electric current", "the current through a wire" or "current flows". */
function isDescribing(words: readonly Word[], first: number, next: number): boolean {
  const [before, after] = [words[first - 1]?.folded ?? '', words[next]?.folded ?? ''];
  const isDetermined = /^(?:the|its|their|his|her|our|whose)$|'s$/.test(before);
  const isElectric =
    /^(?:through|in|of|flow|flows|flowing|that|is|was|and|or|to|from|at|which|can|will|density|into|by|has|passes|passing|runs|carries|carried|strength|source|divider|loop|transformer)$/;
  return isDetermined && after !== '' && !isElectric.test(after);
}

const latest = phraseRule(
  {
    id: 'latest',
    severity: 'warning',
    description: 'Latest, newest, most recent, upcoming: the answer changes with the next one.',
  },
  'latest,newest,most recent,most recently,upcoming,so far,to date'.split(','),
  ({ folded, first }, question) => {
    const before = question.plainWords[first - 1]?.folded;
    // "By Tuesday at the latest" is a bound; a named year makes the rest unambiguous.
    if (folded === 'latest') return question.plainWords[first - 2]?.folded !== 'at';
    if (folded === 'to date') return before !== 'up' && !hasYear(question);
    return folded !== 'so far' || !hasYear(question);
  },
);

const datedAfter =
  /^(?:\d{4}|now|today|this|january|february|march|april|may|june|july|august|september|october|november|december|early|late|mid|writing|\d{1,2}(?:st|nd|rd|th)?|the)$/;

const asOf = phraseRule(
  {
    id: 'as_of',
    severity: 'info',
    description: '"As of 2019": correct, but should be reviewed from time to time.',
  },
  ['as of', 'at the time of writing'],
  ({ folded, next }, { plainWords }) =>
    folded !== 'as of' || datedAfter.test(plainWords[next]?.folded ?? ''),
);

const thisYear = phraseRule(
  {
    id: 'this_year',
    severity: 'warning',
    description: 'This year, last month, next season: ambiguous later.',
  },
  ['this', 'last', 'next'].flatMap((which) =>
    ['year', "year's", 'month', "month's", 'week', 'season', 'decade', 'century'].map(
      (unit) => `${which} ${unit}`,
    ),
  ),
  ({ first, next, folded }, question) => {
    const { plainWords: words } = question;
    const before = words[first - 1]?.folded ?? '';
    if (words[next]?.folded === 'of') return false;
    // "In 1912, which ship sank in this year?" and "the last week" refer to a time that is named.
    return (
      !['the', 'his', 'her', 'its', 'their'].includes(before) &&
      !(folded.startsWith('this') && hasYear(question))
    );
  },
);

const recordPhrases =
  'world record,world records,record holder,record holders,holds the record,hold the record,holder of the record,' +
  'highest grossing,best selling,top selling,most followed,most subscribed,most viewed,most watched,' +
  'most streamed,most visited,most downloaded,richest person,richest man,richest woman,oldest living,' +
  'tallest building,tallest skyscraper,tallest man,tallest tower,tallest statue,longest bridge,longest tunnel,' +
  'fastest man,fastest woman,fastest car,fastest production,largest company,most valuable company,' +
  'most populous,largest population,highest population,most goals,most caps,most titles,most wins,' +
  'most grand slam,most olympic,most oscars,most grammys,most academy awards';

const recordHolder = phraseRule(
  {
    id: 'record_holder',
    severity: 'warning',
    description:
      'A record or rank that can be surpassed: best-selling, tallest building, most goals.',
  },
  recordPhrases.split(','),
  (_phrase, question) => !hasYear(question),
);

const datedCount = stemRule(
  {
    id: 'dated_count',
    severity: 'warning',
    description: '"How many … are there" with a date: the count may have changed.',
  },
  (question) => {
    const { plainWords: words, plainText } = question;
    const [start] = findHowMany(words, plainText);
    const end = start && findAreThere(words, plainText).at(-1);
    if (!end || end.first < start.first || !hasDate(question)) return noFindings;
    if (/^(?:days|weeks|months|hours)$/.test(words[start.next]?.folded ?? '')) return noFindings;
    const message = 'The count may have changed since then.';
    return [{ start: start.start, end: end.end, message }];
  },
);

const findHowMany = phraseFinder(['how many']);
const findAreThere = phraseFinder(['are there', 'exist']);

function hasYear({ plainWords }: ReadQuestion): boolean {
  return plainWords.some(({ folded }) => /^(?:1[5-9]|20)\d\d(?:s)?$/.test(folded));
}

/** "In 2019", "as of June 2019"; not the year of a film in parentheses after its title. */
function hasDate({ plainWords, plainText }: ReadQuestion): boolean {
  return plainWords.some(
    ({ folded, start }) => /^20\d\d$/.test(folded) && plainText.charAt(start - 1) !== '(',
  );
}

export const freshnessRules: readonly QualityRule[] = [
  currently,
  latest,
  asOf,
  thisYear,
  recordHolder,
  datedCount,
];
