import { specificityOf } from './contradiction.ts';
import { alike, type Compared, contrary } from './match-grade.ts';
import { areOpposed, exchangeOpposites } from './opposites.ts';
import { areNamedOtherwise, haveOtherSigns, nameOtherCountries } from './other-name.ts';
import { hasOtherNumber, haveOtherOdds } from './other-number.ts';
import type { ReadQuestion } from './read-question.ts';
import { continueOtherwise, isEdit } from './rewording.ts';
import { leadBack } from './sides.ts';
import { haveTurnedVerbs } from './turned-questions.ts';

/**
 * Whether words separate them whatever the model says: one word of them differs, and it is another name, number or
 * opposite ("the Champions League of 2016, of 2017"); numbers, negations, opposites or roles differ and most of their
 * words agree; they are one but for what they name; or their answers differ and they say too little ("What animal is
 * this?"), are asked with many answers, or name another thing with the same word ("World War I").
 */
export function areSeparated(compared: Compared, isSameAnswer: boolean): boolean {
  const { one, other, likeness, separator, evidence } = compared;
  if (!isSameAnswer && (evidence.hasManyKeys || isBare(one) || isBare(other))) return true;
  if (sayTheContrary(compared)) return true;
  // Only the pairs that the model was asked for: a bank of a million questions has very many others.
  if (evidence.match !== undefined && areOfOthers(compared, isSameAnswer)) return true;
  if (separator === undefined) return false;
  return isEdit(one, other) || (contrary.has(separator) && likeness >= alike);
}

/** Opposites, other numbers, and the same words the other way round. */
function sayTheContrary({ one, other, match, likeness }: Compared): boolean {
  return (
    (likeness >= leastAlike.opposed && areOpposed(one, other, match)) ||
    (likeness >= leastAlike.number && hasOtherNumber(match)) ||
    (likeness >= leastAlike.turned && haveTurnedVerbs(one, other)) ||
    exchangeOpposites(one, other, likeness)
  );
}

/** Of another name, event or way, of which the model may not know that it makes a difference. */
function areOfOthers({ one, other, match, separator }: Compared, isSameAnswer: boolean): boolean {
  return (
    (!isSameAnswer && continueOtherwise(one, other, match)) ||
    haveOtherSigns(one, other, match) ||
    nameOtherCountries(one, other, match) ||
    leadBack(one, other) ||
    haveOtherOdds(one, other) ||
    (separator === 'different_name' && areNamedOtherwise(one, other, match, isSameAnswer))
  );
}

/**
 * What two questions must share at least so that opposites and numbers are not by chance in them. Of all labelled pairs
 * that are one question, two have such opposites and one such numbers.
 */
const leastAlike = { opposed: 0.15, number: 0.45, turned: 0.5 };

/** Whether a picture, a recording or a context says what it asks for. */
function isBare({ content }: ReadQuestion): boolean {
  return specificityOf(content.map((word) => [word, word])) < leastSpecific;
}

const leastSpecific = 1;
