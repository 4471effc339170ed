import { numberWordSet } from '../../kit/text/function-words.ts';
import { areSteps, doOverlap, isYears, type Range, readRange } from './ranges.ts';
import { findingOnText, locateIn, noFindings, type QualityRule, type ReadText } from './rule.ts';

export const overlappingChoices: QualityRule = {
  id: 'overlapping_choices',
  severity: 'warning',
  field: ['incorrect_answers'],
  requires: ['question_text'],
  description:
    'A choice includes another: overlapping ranges, "less than 5" and "less than 10", or "red and ' +
    'blue" and "red". Ranges of years are ignored, unless each begins where another ends.',
  why: 'If one choice includes another, both can be right at once.',
  check({ stem, answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    const choices = [answer, ...wrong].map(readChoice);
    if (choices.every(({ parts, range }) => !parts && !range)) return noFindings;
    const areWholes =
      asksForWork.test(stem.text) || (asksForAll.test(stem.text) && areMostlyLists(choices));
    // 2–1 and 3–1 are scores, not ranges.
    const mayHaveRanges =
      !/\b(?:scores?|scored|result|ratio|odds|record|(?:range|interval) of)\b/i.test(stem.text);
    const areBins =
      /\bin (?:which|what) (?:period|range)\b/i.test(stem.text) ||
      areSteps(choices.map(({ range }) => range));
    const overlap = ({ range: one }: Choice, { range: other }: Choice) =>
      one !== undefined &&
      other !== undefined &&
      (areBins || !(isYears(one) || isYears(other))) &&
      doOverlap(one, other);
    return choices.slice(1).flatMap((choice, index) => {
      const other = choices.find(
        (each, at) =>
          each.read.text !== choice.read.text &&
          ((!areWholes && includesChoice(choice, each)) ||
            (!areWholes && at <= index && includesChoice(each, choice)) ||
            (mayHaveRanges && at <= index && overlap(choice, each))),
      );
      if (!other) return [];
      const message = `Overlaps with ${JSON.stringify(other.read.text)}.`;
      return [locateIn(choice.read, findingOnText(choice.read, message))];
    });
  },
};

/** "Batman and Robin" is a title, and "Batman" another one. */
const asksForWork =
  /\b(?:what|which|this|these)(?: is the| was the| of these| of the following)?(?: \S+){0,2} (?:albums?|bands?|books?|films?|games?|movies?|novels?|operas?|poems?|series|sitcoms?|songs?)\b/i;

interface Choice {
  readonly read: ReadText;
  /** The things it names, if several. */
  readonly parts: readonly string[] | undefined;
  readonly range: Range | undefined;
}

function readChoice(read: ReadText): Choice {
  return { read, parts: readParts(read.text), range: readRange(read.text) };
}

/** Where all are asked for, "Europe" means Europe alone. */
const asksForAll =
  /\b(?:all|entire|whole|both|two|three)\b|\b(?:which|what) \p{L}+(?:[^\Ws]s|\/s|\(s\))(?=[ ?])/iu;

function areMostlyLists(choices: readonly Choice[]): boolean {
  return choices.filter(({ parts }) => parts).length > choices.length / 2;
}

const maxParts = 5;

function readParts(text: string): string[] | undefined {
  // A comma alone lists nothing: "Ken Griffey, Jr.", "the sum, divided by two".
  if (text.length > 200 || !/ and /i.test(text)) return undefined;
  // "II and III only" excludes "III only".
  if (/\b(?:only|alone)\b/i.test(text)) return undefined;
  const parts = text
    .toLowerCase()
    .split(/,? and |, /)
    .map((part) => part.trim());
  if (parts.length < 2 || parts.length > maxParts || parts.includes('')) return undefined;
  // "Four and a half" is one number, "2 and 3" are the two solutions, "I and II" are statements.
  return parts.some(isNumeric) || parts.every(isLabel) ? undefined : parts;
}

function isLabel(part: string): boolean {
  return /^(?:both )?\(?(?:[a-h]|[ivx]{1,4})\)?\.?$/.test(part);
}

function isNumeric(part: string): boolean {
  return /^\d/.test(part) || part.split(/[ -]/).some((word) => numberWordSet.has(word));
}

function includesChoice({ parts }: Choice, { read, parts: others }: Choice): boolean {
  if (parts === undefined || read.text.length < 2) return false;
  // Of two lists, such as recipes, each is a whole.
  return others === undefined && parts.includes(read.text.toLowerCase().trim());
}
