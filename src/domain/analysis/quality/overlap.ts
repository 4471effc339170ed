import { remarkOnAll, textRule } from './rule.ts';

export const overlappingChoices = textRule(
  {
    id: 'overlapping_choices',
    group: 'flaws',
    severity: 'warning',
    field: ['incorrect_answers'],
    description:
      'A choice takes in another: ranges that share a number, or "red and blue" beside "red". ' +
      'Spans of years are left alone.',
  },
  (text, { correctAnswer, incorrectAnswers, questionText }) => {
    // 2–1 and 3–1 are scores, not ranges.
    const mayHaveRanges = !/\b(?:scores?|scored|result|ratio|odds|record)\b/i.test(questionText);
    const others = [correctAnswer, ...incorrectAnswers].filter((each) => each !== text);
    const other = others.find(
      (each) =>
        takesIn(text, each) || (mayHaveRanges && isLaterOverlap(text, each, incorrectAnswers)),
    );
    return other === undefined
      ? []
      : [remarkOnAll(text, `It overlaps with ${JSON.stringify(other)}.`)];
  },
);

/** Of two wrong answers that overlap, the later one is told. */
function isLaterOverlap(text: string, other: string, incorrect: readonly string[]): boolean {
  if (incorrect.indexOf(other) > incorrect.indexOf(text)) return false;
  const [one, two] = [readRange(text), readRange(other)];
  if (!one || !two || one.unit !== two.unit) return false;
  return one.from <= two.to && two.from <= one.to;
}

function takesIn(text: string, other: string): boolean {
  if (other.length < 2) return false;
  const parts = text
    .toLowerCase()
    .split(/, | and | & /)
    .map((part) => part.trim());
  return (
    parts.length === 2 && parts.every((part) => part !== '') && parts.includes(other.toLowerCase())
  );
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly unit: string;
}

const rangePattern = /^([\d.,]{1,15}) ?(?:-|–|—|to) ?([\d.,]{1,15})(?: ?([^\d\s].{0,30}))?$/;

function readRange(text: string): Range | undefined {
  const match = rangePattern.exec(text.trim().replace(/^(?:between|from) /i, ''));
  if (!match) return undefined;
  const [from, to] = [readNumber(match[1]), readNumber(match[2])];
  if (!(from < to) || (from >= 1000 && to <= 2100)) return undefined;
  return { from, to, unit: (match[3] ?? '').toLowerCase() };
}

function readNumber(text = ''): number {
  return Number(text.replaceAll(',', ''));
}
