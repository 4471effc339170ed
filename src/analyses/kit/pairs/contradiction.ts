import type { AnswerRelation } from './answer-forms.ts';
import { asksOneKindOfPlace } from './asked-type.ts';
import { areTwoCities } from './city-keys.ts';
import { compareKeys, isTelling } from './compare-keys.ts';
import { frameWords, weakWords } from './frame-words.ts';
import { addsNothing } from './idle-words.ts';
import { areTwoKinds } from './kind-keys.ts';
import { areLoose } from './loose-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { PairEvidence, PairReason } from './pair-evidence.ts';
import { mayAskAlike } from './question-form.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { isEdit } from './rewording.ts';
import { hasOtherRoles } from './roles.ts';
import { meaningOf } from './synonyms.ts';
import { areTurned } from './turned-questions.ts';
import { isVerb } from './verbs.ts';
import { isRareWord } from './word-weights.ts';

export interface Objection {
  readonly reason: PairReason;
  /** Whether it makes a contradiction less likely, and does not exclude it. */
  readonly isDoubt: boolean;
}

/**
 * Why two questions with the same content and different keys do not contradict each other; undefined
 * where they do. Only few pairs do on real banks, so that every doubt is for them: a key in another
 * spelling, a question with several right answers, a place within another one. A key among the wrong
 * choices of the other question settles such doubts.
 */
export function findObjection(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  relation: AnswerRelation,
  evidence: PairEvidence,
): Objection | undefined {
  const keys = compareKeys(one, other);
  const veto = findVeto(one, other, match, relation, keys);
  if (veto) return { reason: veto, isDoubt: false };
  const hasSeveral = evidence.hasManyKeys || mayHaveSeveral(one, other);
  const reason = hasSeveral ? 'several_answers' : findRelated(one, other, relation, keys);
  if (reason && !isSettled(one, other, evidence)) return { reason, isDoubt: false };
  return keys === 'other_kind' ? { reason: 'different_subject', isDoubt: true } : undefined;
}

function findVeto(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  relation: AnswerRelation,
  keys: ReturnType<typeof compareKeys>,
): PairReason | undefined {
  if (!isComparable(one, other, match)) return 'different_subject';
  const { asked } = one.form;
  // A count or a measure may be asked for in many ways.
  const isStatement = !isTelling(one.answer);
  const askAlike =
    isStatement ||
    mayAskAlike(asked, other.form.asked) ||
    asksCountry(one, other) ||
    asksPlaceOf(one, other);
  if (keys !== 'numbers' && !askAlike) return 'different_subject';
  if (one.form.needsChoices || other.form.needsChoices) return 'needs_choices';
  // "A fixed volume but no fixed shape" and "no fixed volume and no fixed shape".
  if (one.form.denials !== other.form.denials) return 'different_negation';
  // Where much is said in other words, roles cannot be told by the order of those that are left.
  const isReordered = match.shared >= 0.7 * Math.max(match.left, match.right);
  if (areTurned(one, other) || (isReordered && hasOtherRoles(one, other))) return 'different_roles';
  if (relation === 'compatible' && (one.answer.isOpaque || other.answer.isOpaque)) {
    return 'compatible_answers';
  }
  return undefined;
}

/** Whether one of them has the key of the other among its wrong choices. */
function isSettled(one: ReadQuestion, other: ReadQuestion, { isRejected }: PairEvidence): boolean {
  // A place where it is and the state where it is remain two answers.
  return one.form.asksWhere === other.form.asksWhere && isRejected?.() === true;
}

function mayHaveSeveral(one: ReadQuestion, other: ReadQuestion): boolean {
  if (one.form.isOpen || other.form.isOpen) return true;
  return one.form.mayBeSeveral && other.form.mayBeSeveral && !areTwoKinds(one, other);
}

/** "Who won the World Cup?" and "Which country won the World Cup?" */
function asksCountry(one: ReadQuestion, other: ReadQuestion): boolean {
  const asked = [one.form.asked, other.form.asked];
  return asked.includes('who') && asked.includes('place') && isCountry(one) && isCountry(other);
}

function isCountry({ answer }: ReadQuestion): boolean {
  return answer.variants[0]?.isCountry === true;
}

/** "What is its country of origin?" and "Which country does it come from?" */
function asksPlaceOf(one: ReadQuestion, other: ReadQuestion): boolean {
  const asked = [one.form.asked, other.form.asked];
  const isPlace = ({ content }: ReadQuestion) => content.some(({ meaning }) => places.has(meaning));
  // "Where was she born?" and "What is her birthplace?"
  const areBirths = [one, other].every(({ text }) => /\b(?:birthplace|born)\b/.test(text));
  if (!asked.includes('where') || !asked.includes('what')) return false;
  return areBirths || (isPlace(one) && isPlace(other));
}

const places = new Set(
  ['country', 'nationality', 'city', 'state', 'capital', 'island', 'continent'].map(meaningOf),
);

/** Why both keys may be right: one is part of the other, or another form of it. */
function findRelated(
  one: ReadQuestion,
  other: ReadQuestion,
  relation: AnswerRelation,
  keys: ReturnType<typeof compareKeys>,
): PairReason | undefined {
  const isPlace = (asksPlace(one) || asksPlace(other)) && !asksOneKindOfPlace(one, other);
  const isWithin = relation === 'place' ? isPlace : relation === 'compatible';
  // No continent is part of another one, and no country.
  if (one.answer.isContinent && other.answer.isContinent) return undefined;
  if (relation === 'different' && keys === 'names' && isCountry(one) && isCountry(other)) {
    return undefined;
  }
  if (one.form.asksWhere || other.form.asksWhere) {
    const areNames = relation === 'different' && keys === 'names';
    return areNames && areTwoCities(one, other) ? undefined : 'compatible_answers';
  }
  return isWithin || keys === 'related' ? 'compatible_answers' : undefined;
}

function asksPlace({ form: { asked } }: ReadQuestion): boolean {
  return asked === 'where' || asked === 'place';
}

/** Whether nothing but words without weight stands on one side alone. */
export function isOneQuestion(
  one: ReadQuestion,
  other: ReadQuestion,
  { onlyLeft, onlyRight }: ContentMatch,
): boolean {
  const isFree = (word: ContentWord, owner: ReadQuestion, others: readonly ContentWord[]) =>
    word.kind === 'word' && (isIdle(word, owner) || isFreeFocus(word, owner.text, others));
  const isLeftFree = (word: ContentWord) =>
    isFree(word, one, other.content) || addsNothing(word, one, onlyRight);
  const isRightFree = (word: ContentWord) =>
    isFree(word, other, one.content) || addsNothing(word, other, onlyLeft);
  return onlyLeft.every(isLeftFree) && onlyRight.every(isRightFree);
}

/** Whether the words that both have say enough, and the same. */
function isComparable(
  one: ReadQuestion,
  other: ReadQuestion,
  { pairs, onlyLeft, onlyRight }: ContentMatch,
): boolean {
  const names = pairs.filter(([{ kind }]) => kind === 'name').length;
  const isExchanged = isEdit(one, other);
  const isGroup = (word: ContentWord) =>
    [one, other].some(({ text }) => ` ${text} `.includes(` the ${word.form} `));
  const isLoose = pairs.some(([left, right]) =>
    areLoose(left, right, {
      isWholeName: names === 1,
      isExchanged,
      isGroup: isGroup(left) || isGroup(right),
    }),
  );
  if (isLoose || isTemplate(one, other)) return false;
  const isNamed = ({ kind }: ContentWord) => kind === 'name';
  if (one.form.hasSubtitle && !other.form.hasSubtitle && onlyLeft.some(isNamed)) return false;
  if (other.form.hasSubtitle && !one.form.hasSubtitle && onlyRight.some(isNamed)) return false;
  // In a clue such as "Name the artist: Why Me" every word may belong to a title.
  if ((one.form.isClue || other.form.isClue) && wordsIn(one) !== wordsIn(other)) return false;
  return countRanks(one, other) === countRanks(other, one);
}

/** "Which artist painted it" for "who painted it"; not "which land mammal" for "which mammal". */
function isFreeFocus(
  { form, isFocus }: ContentWord,
  text: string,
  others: readonly ContentWord[],
): boolean {
  if (!isFocus || measures.has(form) || others.some((word) => word.isFocus)) return false;
  const words = text.split(' ');
  const next = words[words.indexOf(form) + 1];
  return next === undefined || frameWords.has(next) || isVerb(next);
}

const measures = new Set('long far tall old big deep fast high large heavy wide'.split(' '));

/** "The element with the symbol As" and "… with the symbol No": words that only look empty. */
function isTemplate(one: ReadQuestion, other: ReadQuestion): boolean {
  const [left, right] = [one.text.split(' '), other.text.split(' ')];
  const [last = '', otherLast = ''] = [left.at(-1), right.at(-1)];
  if (left.length !== right.length || last === otherLast) return false;
  if (!frameWords.has(last) && !frameWords.has(otherLast)) return false;
  return left.slice(0, -1).join(' ') === right.slice(0, -1).join(' ');
}

function wordsIn({ text }: ReadQuestion): string {
  return text.split(' ').sort().join(' ');
}

const headWords = new Set('main common use letter word year date mean'.split(' '));

/** A city is idle beside a capital, not in "the largest city of the largest island". */
function isIdle({ meaning }: ContentWord, { content }: ReadQuestion): boolean {
  if (!weakWords.has(meaning)) return false;
  if (meaning === 'city') return content.some((word) => word.form === 'capital');
  return !headWords.has(meaning);
}

/** Superlatives and ordinals, each as often as it occurs; "girl" in a title is none. */
function countRanks({ content }: ReadQuestion, other: ReadQuestion): number {
  const isTitled = (word: ContentWord) => {
    const same = other.content.filter(({ meaning }) => meaning === word.meaning);
    return same.length > 0 && same.every(({ isQualifier }) => !isQualifier);
  };
  return content.filter((word) => word.isQualifier && !isTitled(word)).length;
}

/** How much the words that both have say: "Name the composer" leaves to a picture or a recording which one. */
export function specificityOf(pairs: ContentMatch['pairs']): number {
  const weightOf = ({ kind, meaning, isFocus }: ContentWord): number => {
    if (kind !== 'word') return 2;
    return weakWords.has(meaning) ? 0 : isFocus ? 0.5 : isRareWord(meaning) ? 1.5 : 1;
  };
  return pairs.reduce((sum, [word]) => sum + weightOf(word), 0);
}

/** From here on, it is one question if nothing else differs. */
export const specific = 1.5;
