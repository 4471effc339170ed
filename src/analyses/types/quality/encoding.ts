import { kinds } from '../../kit/text/characters.ts';
import { type TextFinding, textFields, textRule } from './rule.ts';

/** What windows-1252 has where Latin-1 has the control characters U+0080 to U+009F; spaces are none. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The bytes of UTF-8, each read as a character: "â€™" for ’, "Ã©" for é. */
const misread =
  /[ÃÂ](?![ ‘’“”–—])[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[\u0080€][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|\u0080[\u0093\u0094\u0098\u0099\u009c\u009d¢¦]/;

/** The bytes of ” without the last, which windows-1252 lacks: it was left out, or became a question mark. */
const closingQuote = /â€(?:\?|(?=[\s.,;:!)]|$))/;

const unreadable = new RegExp(
  `${misread.source}|${closingQuote.source}|(?![\\t\\n\\r])[\\p{Cc}\\p{Cs}\\ufffd\\ufffe\\uffff]`,
  'gu',
);

export const controlCharacter = textRule(
  {
    id: 'control_character',
    severity: 'error',
    field: textFields,
    needs: kinds.unreadable | kinds.nonAscii,
    description:
      'A control character, a replacement character (U+FFFD), a lone surrogate, or a character read ' +
      'in the wrong encoding.',
    why: 'Readers see a box, nothing or other characters where a character was.',
  },
  ({ text }) => {
    const found = Array.from(text.matchAll(unreadable), (match) => describe(text, match));
    // Half of a pair of quotation marks is no better than none.
    const isLost = found.some(({ message, fix }) => message === lostQuote && fix === undefined);
    if (!isLost) return found;
    return found.map(({ fix, ...finding }) =>
      fix === undefined || fix === '“' || fix === '”' ? finding : { ...finding, fix },
    );
  },
);

const lostQuote = 'Read in the wrong encoding: a quotation mark was meant.';

function describe(text: string, { 0: found, index }: RegExpExecArray): TextFinding {
  const position = { start: index, end: index + found.length };
  if (found === 'â€' || found === 'â€?') {
    const isOpen = text.slice(0, index).includes('â€œ');
    // At the end of a sentence, the question mark may be one.
    const isEnd = found.endsWith('?') && /^\s*(?:$|\p{Lu})/u.test(text.slice(index + found.length));
    return { ...position, message: lostQuote, ...(isOpen && !isEnd && { fix: '”' }) };
  }
  const meant = found.length > 1 ? decode(found) : undefined;
  if (meant !== undefined) {
    const message = `Read in the wrong encoding: ${JSON.stringify(meant)} was meant.`;
    return { ...position, message, fix: meant };
  }
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  if (code === 'FFFD') {
    const message = 'Replacement character U+FFFD: the original character was lost.';
    return { ...position, message };
  }
  const message = `U+${code} is not a printable character.`;
  // "\u0089ÛÏ" was a quotation mark: without its first byte it is no better.
  return text.startsWith('\u0089Û', index)
    ? { ...position, message }
    : { ...position, message, fix: '' };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(found: string): string | undefined {
  // Of three bytes, the first may have been lost.
  const whole = found.startsWith('\u0080') ? `â${found}` : found;
  const bytes = Array.from(whole, (character) => {
    const at = character === ' ' ? -1 : windows.indexOf(character);
    return at < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + at;
  });
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
