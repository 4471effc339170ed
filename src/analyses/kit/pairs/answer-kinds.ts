import { isYear } from './number-words.ts';
import type { ReadQuestion } from './read-question.ts';

/** What kind of thing the keys are: two numbers, two names, or something of each. */
export function relateKinds(one: ReadQuestion, other: ReadQuestion) {
  const [left, right] = [shapeOf(one), shapeOf(other)];
  const isBoth = (shape: Shape) => (left === shape && right === shape ? 1 : 0);
  return {
    numbers: isBoth('number'),
    countries: isBoth('country'),
    otherShape: left === right ? 0 : 1,
  };
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
