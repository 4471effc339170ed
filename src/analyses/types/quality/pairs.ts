import { kinds } from '../../kit/text/characters.ts';
import { maxFindings, type TextFinding, textFields, textRule } from './rule.ts';

const closers = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export const unbalancedBrackets = textRule(
  {
    id: 'unbalanced_brackets',
    severity: 'warning',
    field: textFields,
    needs: kinds.bracket,
    description:
      'An unmatched bracket. Half-open intervals, list markers such as a) and emoticons are ' +
      'ignored.',
    why: 'Readers cannot tell where the remark ends.',
  },
  ({ text }) => {
    const open: { mark: string; at: number; hasComma: boolean }[] = [];
    const unmatched: number[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const mark = text.charAt(at);
      const top = open.at(-1);
      if (mark === ',' && top) top.hasComma = true;
      if ('([{'.includes(mark)) {
        open.push({ mark, at, hasComma: false });
      } else if (closers.has(mark)) {
        if (top && (closers.get(mark) === top.mark || isInterval(top, mark))) open.pop();
        else if (!isListMark(text, at)) unmatched.push(at);
      }
    }
    return [...unmatched, ...open.map(({ at }) => at)]
      .filter((at) => !isSmiley(text, at) && !isDecoration(text, at))
      .sort((one, other) => one - other)
      .slice(0, maxFindings)
      .map((at) => findingAt(text, at));
  },
);

const pairedQuotes = [
  ['“', '”'],
  ['«', '»'],
] as const;

export const unbalancedQuotes = textRule(
  {
    id: 'unbalanced_quotes',
    severity: 'warning',
    field: textFields,
    needs: kinds.doubleQuote,
    description:
      'An unmatched double quotation mark. Inches and seconds (6\'2") are ignored, as are single ' +
      'quotation marks, which are mostly apostrophes.',
    why: 'Readers cannot tell where the quotation or title ends.',
  },
  ({ text, words }) => {
    // A passage repeats the opening mark in each paragraph.
    if (words.length > 60) return [];
    // 24” tall.
    if (/\d”/.test(text) && !text.includes('“')) return [];
    const straight = positionsOf(text, '"');
    const isInch = straight.some((at) => /\d/.test(text.charAt(at - 1)));
    const last = straight.at(-1);
    const unmatched = straight.length % 2 === 1 && !isInch && last !== undefined ? [last] : [];
    // „so“ and »so« are quotations as well; only what opens and closes the same way is judged.
    if (text.includes('„') || /(?:^|\s)»/.test(text))
      return unmatched.map((at) => findingAt(text, at));
    for (const [opening, closing] of pairedQuotes)
      unmatched.push(...listUnpaired(text, opening, closing));
    return unmatched
      .sort((one, other) => one - other)
      .slice(0, maxFindings)
      .map((at) => findingAt(text, at));
  },
);

function listUnpaired(text: string, opening: string, closing: string): number[] {
  const open: number[] = [];
  const unmatched: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === opening) open.push(at);
    else if (mark === closing && open.pop() === undefined) unmatched.push(at);
  }
  return [...unmatched, ...open];
}

function positionsOf(text: string, mark: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found.push(at);
  return found;
}

function findingAt(text: string, at: number): TextFinding {
  return { start: at, end: at + 1, message: `${text.charAt(at)} is unmatched.` };
}

/** [0, 1) and (0, 1] are balanced. */
function isInterval(open: { mark: string; hasComma: boolean }, mark: string): boolean {
  return open.hasComma && '(['.includes(open.mark) && ')]'.includes(mark);
}

function isSmiley(text: string, at: number): boolean {
  const before = text.charAt(at - 1) === '-' ? text.charAt(at - 2) : text.charAt(at - 1);
  return before === ':' || before === ';';
}

/** Three closing ones after a word belong to a name, such as Sunn O))). */
function isDecoration(text: string, at: number): boolean {
  return /(?<=[\p{L}\d])\){3}/u.test(text.slice(Math.max(0, at - 3), at + 3));
}

/** The bracket of "a) one, b) two" or "1) first". */
function isListMark(text: string, at: number): boolean {
  if (closers.has(text.charAt(at - 1))) return false;
  return /(?:^|[\s,;:])(?:\p{L}|\d{1,2}|[ivx]{1,4})$/u.test(text.slice(Math.max(0, at - 5), at));
}
