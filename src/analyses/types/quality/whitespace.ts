import { kinds } from '../../kit/text/characters.ts';
import { type ReadQuestion, type TextFinding, textFields, textRule } from './rule.ts';

/** U+202D and U+202E are invisible too, and reverse the text that follows. */
const runPattern = /[\s\u200b\u2060\u00ad\u202d\u202e]+/gu;

export const strayWhitespace = textRule(
  {
    id: 'stray_whitespace',
    severity: 'warning',
    field: textFields,
    needs: kinds.oddSpace,
    description:
      'Leading or trailing white space, repeated spaces, a tab, an invisible character, or a space ' +
      'before punctuation, which French has before "?" and "!". Line breaks are ignored.',
    why: 'It looks careless, and equal texts no longer compare as equal.',
  },
  ({ text }, question, { language }) =>
    Array.from(text.matchAll(runPattern)).flatMap((match): TextFinding[] => {
      const [start, end] = [match.index, match.index + match[0].length];
      if (isColumnGap.test(match[0]) && hasColumns(question)) return [];
      const finding = checkGap(text, start, end, language);
      return finding ? [{ start, end, ...finding }] : [];
    }),
);

const isColumnGap = /^[ \u00a0]{3,}$/;

/** Wide gaps that recur align columns: "OUTPUT     PRICES" above choices of two words each. */
function hasColumns({ texts }: ReadQuestion): boolean {
  let gaps = 0;
  for (const { text, kinds: found } of texts) {
    if ((found & kinds.oddSpace) !== 0) gaps += text.match(/\S[ \u00a0]{3,}(?=\S)/g)?.length ?? 0;
    if (gaps >= minColumnGaps) return true;
  }
  return false;
}

const minColumnGaps = 3;

function checkGap(text: string, start: number, end: number, language: string) {
  const run = text.slice(start, end);
  if (start === 0 || end === text.length) {
    return { message: 'Leading or trailing white space.', fix: '' };
  }
  if (/[\n\r]/.test(run)) return undefined;
  // "Quelle ville ?"
  const isFrench =
    language === 'fr' && /^[ \u00a0\u202f]$/.test(run) && /[?!]/.test(text.charAt(end));
  if (!isFrench && isSpaceBeforeMark(text, start, end)) {
    return { message: `Space before ${JSON.stringify(text.charAt(end))}.`, fix: '' };
  }
  const visible = run.replace(/[\u200b\u2060\u00ad\u202d\u202e\ufeff]/g, '');
  if (visible === '') return { message: 'Invisible character.', fix: '' };
  if (visible !== run) return { message: 'Invisible character.', fix: ' ' };
  if (run.includes('\t')) return { message: 'Tab instead of a space.', fix: ' ' };
  return run.length > 1 ? { message: `${run.length} consecutive spaces.`, fix: ' ' } : undefined;
}

/** "2, 4, ?" and "2 + 2 = ?" ask for the next value; " .NET" and " ..." begin with a period. */
function isSpaceBeforeMark(text: string, start: number, end: number): boolean {
  const next = text.charAt(end + 1);
  return (
    /[,.?!]/.test(text.charAt(end)) &&
    (next === '' || /\s/.test(next)) &&
    /[\p{L}"”’)\]]/u.test(text.charAt(start - 1)) &&
    !isVariable(text, start - 1) &&
    // "14 over ? is 2": the mark stands for a value.
    !/^\?\s+[\p{Ll}=+–-]/u.test(text.slice(end, end + 20)) &&
    // "Infiniti is to ?" asks for the rest of an analogy or a sum.
    !(text.charAt(end) === '?' && isValueExpected.test(text.slice(0, start))) &&
    // ". . ." is an ellipsis.
    !/^\.\s\./.test(text.slice(end, end + 3))
  );
}

const isValueExpected = /\bis to .*\bis to$|\b(?:equals?|plus|minus|times|divided by)$/is;

/** A single letter in a series: "A, C, E ?" hardly differs from "a b c ?". */
function isVariable(text: string, at: number): boolean {
  return /\p{L}/u.test(text.charAt(at)) && !/[\p{L}'’]/u.test(text.charAt(at - 1));
}
