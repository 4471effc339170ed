import { isYear } from './number-words.ts';
import type { ReadQuestion } from './read-question.ts';

/** Whether both keys are numbers. */
export function areNumbers(one: ReadQuestion, other: ReadQuestion): boolean {
  return shapeOf(one) === 'number' && shapeOf(other) === 'number';
}

/** Whether the keys are of other kinds, such as a number and a name. */
export function haveOtherShapes(one: ReadQuestion, other: ReadQuestion): boolean {
  return shapeOf(one) !== shapeOf(other) && !mayBeNames(one, other);
}

/** By how many words one key is longer; names of one kind may have one or several: "Pinocchio", "The Lion King". */
export function lengthsApart(one: ReadQuestion, other: ReadQuestion): number {
  return mayBeNames(one, other) ? 0 : Math.min(3, Math.abs(wordsIn(one) - wordsIn(other)));
}

/** Whether one is a name and the other one too, or a single word, which may be one: "Kilimanjaro". */
function mayBeNames(one: ReadQuestion, other: ReadQuestion): boolean {
  const isName = (question: ReadQuestion) => shapeOf(question) === 'name';
  const mayBe = (question: ReadQuestion) =>
    isName(question) || (shapeOf(question) === 'words' && wordsIn(question) === 1);
  return (isName(one) && mayBe(other)) || (isName(other) && mayBe(one));
}

function wordsIn({ answer }: ReadQuestion): number {
  return answer.variants[0]?.words.length ?? 1;
}

type Shape = 'number' | 'country' | 'name' | 'words';

function shapeOf({ answer: { variants, isNamed } }: ReadQuestion): Shape {
  const [variant] = variants;
  if (variant?.quantity) return 'number';
  if (variant?.isCountry) return 'country';
  return isNamed ? 'name' : 'words';
}

const maxYears = 30;

/** How far the years of the answers are apart, 0–1. */
export function yearsApart(one: ReadQuestion, other: ReadQuestion): number {
  const [left, right] = [yearIn(one), yearIn(other)];
  if (left === undefined || right === undefined) return 0;
  return Math.min(maxYears, Math.abs(left - right)) / maxYears;
}

function yearIn({ answer }: ReadQuestion): number | undefined {
  const year = answer.variants[0]?.words.find(isYear);
  return year === undefined ? undefined : Number(year);
}
