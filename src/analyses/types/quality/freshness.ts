import { kindOfAnswer } from '../../kit/answers/answer-kind.ts';
import { auxiliaries, interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { isLowerCase, isQuoting, isWordProblem } from './asked.ts';
import { expiringFactRules } from './expiring-facts.ts';
import { type Phrase, phraseFinder } from './phrases.ts';
import {
  noFindings,
  type QualityRule,
  type ReadQuestion,
  stemRule,
  type TextFinding,
} from './rule.ts';

const why = 'The right answer becomes wrong without anyone having touched the question.';

/** A rule that finds phrases in the sentence that asks and lets `isRelevant` decide. */
function phraseRule(
  head: Pick<QualityRule, 'id' | 'severity' | 'requires' | 'description'>,
  phrases: readonly string[],
  isRelevant: (phrase: Phrase, question: ReadQuestion) => boolean = () => true,
  advice = 'say which year is meant',
): QualityRule {
  const find = phraseFinder(phrases);
  return stemRule({ ...head, why }, (question) => {
    const { asked, plainText } = question;
    if (asked.isAfterStory || isQuoting(plainText)) return noFindings;
    if (isWordProblem(plainText, question.answer.text)) return noFindings;
    const found = find(asked.words, plainText);
    if (found.length === 0) return noFindings;
    return found
      .filter((phrase) => isRelevant(phrase, question))
      .map(({ start, end }): TextFinding => {
        const text = plainText.slice(start, end);
        return { start, end, message: `"${text}": ${advice}.` };
      });
  });
}

const currently = phraseRule(
  {
    id: 'currently',
    severity: 'warning',
    description: 'Currently, presently, the current champion: the answer may change.',
  },
  'currently,presently,at present,at the moment,right now,current,incumbent,reigning'.split(','),
  ({ folded, first, next }, question) => {
    const { words } = question.asked;
    if (hasYear(question) || !asks(question)) return false;
    // "The incumbent" of a past election is settled.
    if (
      /^(?:incumbent|reigning)$/.test(folded) &&
      /\b(?:was|were|did|had)\b/i.test(question.plainText)
    )
      return false;
    // Without capitals, a band.
    if (folded === 'reigning' && isLowerCase(question.plainText) && music.test(question.plainText))
      return false;
    // "The city currently known as Istanbul" and "the Commonwealth, presently …" only name it.
    if (folded === 'currently') return !naming.test(words[next]?.folded ?? '');
    if (folded === 'presently' && isAside(question, words[first])) return false;
    return (folded !== 'current' && folded !== 'reigning') || isDescribing(words, first, next);
  },
);

const music = /\b(?:music|band|album|song|track|genre|artist)s?\b/i;

const naming = /^(?:known|called|named|living|on)$/;

function isAside({ plainText }: ReadQuestion, word: Word | undefined): boolean {
  return /[,(–—-]\s*$/.test(plainText.slice(0, word?.start ?? 0));
}

/** "Its shares are currently quoted at …" and "the current champion in the film" are settled. */
function asks({ asked, isTrueOrFalse, plainText }: ReadQuestion): boolean {
  const isAsking = asked.words
    .slice(0, 4)
    .some(({ folded }) => interrogatives.has(folded.replace(/'s$/, '')));
  return (
    (isAsking || isTrueOrFalse || auxiliaries.has(asked.words[0]?.folded ?? '')) &&
    !/\b(?:movie|film|novel|anime|video game)\b/i.test(plainText)
  );
}

/**
 * "The current champion", but not "electric current", "the current through a wire" or "current flows";
 * nor what lasts, such as a title or a theory, nor the current year of an account.
 */
function isDescribing(words: readonly Word[], first: number, next: number): boolean {
  const [before, after] = [words[first - 1]?.folded ?? '', words[next]?.folded ?? ''];
  const isDetermined = /^(?:the|their)$|'s$/.test(before);
  const isElectric =
    /^(?:depth|conditions?|situation|level|position|state|location|through|in|of|flow|flows|flowing|that|is|was|and|or|to|from|at|which|can|will|density|into|by|has|passes|passing|runs|carries|carried|strength|source|divider|loop|transformer|appearance|continents?|form|geological|global|model|period|theory|title|understanding|view|year)$/;
  return isDetermined && after !== '' && !isElectric.test(after);
}

const latest = phraseRule(
  {
    id: 'latest',
    severity: 'warning',
    description: 'Latest, newest, most recent, upcoming: the answer changes with the next one.',
  },
  'latest,newest,most recent,most recently,recently,upcoming,so far,to date,a few years ago'.split(
    ',',
  ),
  ({ folded, first, next }, question) => {
    const { words } = question.asked;
    const [before, after] = [words[first - 1]?.folded ?? '', words[next]?.folded ?? ''];
    if (hasYear(question) || lastingAfter.test(after)) return false;
    // Of choices that are given, the most recent remains it.
    if (/^Which of (?:these|the following)\b/i.test(question.asked.text)) return false;
    // "By Tuesday at the latest" is a bound; "so far into the red" is a distance.
    if (/^(?:newest|upcoming)$/.test(folded) && question.isTrueOrFalse) return false;
    // "His recently published book" and "those who have recently moved" are settled, or general.
    if (folded === 'recently')
      return (
        asks(question) &&
        !/^(?:the|an?|his|her|its|their|only|most|more|have|until|by)$/.test(before)
      );
    if (folded === 'latest')
      return (before === 'the' || before.endsWith("'s")) && words[first - 2]?.folded !== 'at';
    if (folded === 'to date') return before !== 'up' && after === '';
    if (folded === 'newest')
      return /^the$|'s$/.test(before) && !/^(?:of|in|and|part|or|)$/.test(after);
    if (folded === 'so far')
      return (
        before !== 'story' &&
        !/^(?:into|from|away|as|north|south|east|west|apart|that|out|off)$/.test(after)
      );
    // "Upcoming" without a year is what the next one will be.
    return folded !== 'upcoming' || before === 'the';
  },
);

/** Geology and descent are settled. */
const lastingAfter =
  /^(?:sunset|sunrise|trip|time|possible|date|period|era|epoch|ice|glacial|common|ancestor|geological|age)$/;

const datedAfter =
  /^(?:\d{4}|now|today|this|january|february|march|april|may|june|july|august|september|october|november|december|early|late|mid|writing|\d{1,2}(?:st|nd|rd|th)?|the)$/;

const asOf = phraseRule(
  {
    id: 'as_of',
    severity: 'info',
    description: '"As of 2019": correct, but should be reviewed from time to time.',
  },
  ['as of', 'at the time of writing'],
  ({ folded, next }, { asked: { words } }) =>
    folded !== 'as of' || datedAfter.test(words[next]?.folded ?? ''),
  'check from time to time whether it still holds',
);

const thisYear = phraseRule(
  {
    id: 'this_year',
    severity: 'warning',
    requires: ['correct_answer'],
    description: 'This year, last month, next season: ambiguous later.',
  },
  ['this', 'last', 'next'].flatMap((which) =>
    ['year', "year's", 'month', "month's", 'week', 'season', 'decade', 'century'].map(
      (unit) => `${which} ${unit}`,
    ),
  ),
  ({ first, next }, question) => {
    const { words } = question.asked;
    const before = words[first - 1]?.folded ?? '';
    if (words[next]?.folded === 'of' || isTime(question) || hasYear(question)) return false;
    // "In 1912, which ship sank in this year?" and "the last week" refer to a time that is named.
    return !['the', 'his', 'her', 'its', 'their'].includes(before);
  },
);

/** "In this year, Led Zeppelin released …": the year is the answer. */
function isTime({ answer, stem }: ReadQuestion): boolean {
  return (
    /^(?:year|date)$/.test(kindOfAnswer(answer.text, stem.text)) ||
    /\b(?:century|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|\d{3,4}s?|\d{1,2}(?:st|nd|rd|th))\b/i.test(
      answer.text,
    )
  );
}

const datedCount = stemRule(
  {
    id: 'dated_count',
    severity: 'info',
    why,
    description: '"How many … are there" with a date: the count may have changed.',
  },
  (question) => {
    const { plainWords: words, plainText } = question;
    const [start] = findHowMany(words, plainText);
    const end = start && findAreThere(words, plainText).at(-1);
    if (!end || end.first < start.first || !hasDate(question)) return noFindings;
    if (isWordProblem(plainText, question.answer.text)) return noFindings;
    // "From 1994 to 2004" is over.
    if (/\b(?:from|between|since|were|was|during|until)\b/i.test(plainText)) return noFindings;
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
  datedCount,
  ...expiringFactRules,
];
