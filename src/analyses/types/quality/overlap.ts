import { findingOnText, locateIn, noFindings, type QualityRule, type ReadText } from './rule.ts';

export const overlappingChoices: QualityRule = {
  id: 'overlapping_choices',
  severity: 'warning',
  field: ['incorrect_answers'],
  description:
    'A choice includes another: overlapping ranges, or "red and blue" and "red". Ranges of years ' +
    'are ignored.',
  check({ stem, answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    const choices = [answer, ...wrong].map(readChoice);
    if (choices.every(({ parts, range }) => !parts && !range)) return noFindings;
    // 2–1 and 3–1 are scores, not ranges.
    const mayHaveRanges = !/\b(?:scores?|scored|result|ratio|odds|record)\b/i.test(stem.text);
    return choices.slice(1).flatMap((choice, index) => {
      const other = choices.find(
        (each, at) =>
          each.read.text !== choice.read.text &&
          (includesChoice(choice, each) ||
            (mayHaveRanges && at <= index && doOverlap(choice, each))),
      );
      if (!other) return [];
      const message = `Overlaps with ${JSON.stringify(other.read.text)}.`;
      return [locateIn(choice.read, findingOnText(choice.read, message))];
    });
  },
};

interface Choice {
  readonly read: ReadText;
  /** The two things it names. */
  readonly parts: readonly string[] | undefined;
  readonly range: Range | undefined;
}

function readChoice(read: ReadText): Choice {
  return { read, parts: readParts(read.text), range: readRange(read.text) };
}

function readParts(text: string): string[] | undefined {
  const parts = text.toLowerCase().split(/, | and | & /);
  if (parts.length !== 2) return undefined;
  const trimmed = parts.map((part) => part.trim());
  return trimmed.includes('') ? undefined : trimmed;
}

function includesChoice({ parts }: Choice, { read: { text } }: Choice): boolean {
  return parts !== undefined && text.length > 1 && parts.includes(text.toLowerCase());
}

function doOverlap({ range: one }: Choice, { range: two }: Choice): boolean {
  if (!one || !two || one.unit !== two.unit) return false;
  return one.from <= two.to && two.from <= one.to;
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
