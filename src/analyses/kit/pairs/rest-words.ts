import { isContrast } from './contrasts.ts';
import { isConverse } from './converse.ts';
import { describedIn } from './descriptions.ts';
import { isFiller, isFreeFocus } from './filler-words.ts';
import { isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isRareWord } from './word-weights.ts';

/** The words that only one of them has, without those that belong to how it is put. */
export interface Rest {
  readonly left: readonly ContentWord[];
  readonly right: readonly ContentWord[];
}

export function readRest(one: ReadStem, other: ReadStem, match: ContentMatch): Rest {
  const [allLeft, allRight] = [
    restOf(one, other, match.onlyLeft, match.onlyRight),
    restOf(other, one, match.onlyRight, match.onlyLeft),
  ];
  const isTurned = (a: ContentWord, b: ContentWord) =>
    isContrast(a.meaning, b.meaning) && isConverse(one, other, a, b);
  const left = allLeft.filter((word) => !allRight.some((each) => isTurned(word, each)));
  const right = allRight.filter((word) => !allLeft.some((each) => isTurned(each, word)));
  if (![...left, ...right].some(({ kind }) => kind !== 'word')) return { left, right };
  const described = describedIn(one, other, match);
  return {
    left: left.filter((word) => !described.left.has(word)),
    right: right.filter((word) => !described.right.has(word)),
  };
}

/** The words that only one question has, without those that belong to how it is put. */
function restOf(
  stem: ReadStem,
  other: ReadStem,
  rest: readonly ContentWord[],
  others: readonly ContentWord[],
): ContentWord[] {
  const aside = asideIn(stem, other);
  return rest.filter(
    (word) =>
      !aside.includes(word.form) &&
      !isIdleWord(word, stem, others) &&
      !isFiller(word, stem, other, others) &&
      !isFreeFocus(word, stem, other),
  );
}

/** The words of "first published in 1818", where nobody asks when. */
function asideIn({ text, form }: ReadStem, other: ReadStem): readonly string[] {
  if (form.asked === 'when' || other.form.asked === 'when') return [];
  return appearance.exec(text)?.[0].split(' ') ?? [];
}

const appearance =
  /\b1th (?:published|released|performed|staged|shown|seen|exhibited|screened|broadcast|aired)(?: (?:in|on) (?:[a-z]+ )?\d{4})?\b/;

/** "Which Oxford professor": it says more of who is asked for. */
export function asksWith(word: ContentWord, { content }: ReadStem): boolean {
  return word.isFocus || content[content.indexOf(word) + 1]?.isFocus === true;
}

const relatives =
  /^(?:grand)?(?:father|mother|son|daughter|brother|sister|wife|husband|uncle|aunt|cousin|nephew|niece|child|friend|partner|boss|rival|enemy|girlfriend|boyfriend|dog|cat|horse)s?$/;

/** "The nanny's friend", "Ann Lee's father"; not "Kentucky's state capital". */
export function isRelative({ isOwned, form }: ContentWord): boolean {
  return isOwned && relatives.test(form);
}

/** "Her brother's name" and "her best friend's name"; a child may be the son, a rival the enemy. */
export function nameOtherRelatives(
  left: readonly ContentWord[],
  right: readonly ContentWord[],
): boolean {
  const relativeIn = (words: readonly ContentWord[]) =>
    words.find(({ kind, form }) => kind === 'word' && relatives.test(form) && !vague.test(form));
  const [one, other] = [relativeIn(left), relativeIn(right)];
  return one !== undefined && other !== undefined && one.meaning !== other.meaning;
}

const vague = /^(?:(?:grand)?child|partner|rival|enemy|boss)/;

/** "Rhinoplasty is …", "Otoplasty is …": what a statement begins with is its subject. */
export function openWithOthers(
  one: ReadStem,
  left: readonly ContentWord[],
  other: ReadStem,
  right: readonly ContentWord[],
): boolean {
  const opens = ({ text }: ReadStem, rest: readonly ContentWord[]) =>
    rest.some(({ form, meaning }) => isRareWord(meaning) && text.startsWith(`${form} `));
  return opens(one, left) && opens(other, right);
}
