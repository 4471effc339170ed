/** Kinds of UTF-16 units as bits: one test shows that a rule cannot match a text. */
export const kinds = {
  /** A letter or a combining mark. */
  letter: 1,
  number: 2,
  ampersand: 4,
  angle: 8,
  doubleQuote: 16,
  singleQuote: 32,
  bracket: 64,
  unreadable: 128,
  /** Any space but a plain one; for a text, also a plain one that does not separate two words. */
  oddSpace: 256,
  lowerCase: 512,
  questionMark: 1024,
  nonAscii: 2048,
  /** Punctuation that must not follow a space. */
  pause: 4096,
} as const;

const patterns: readonly (readonly [RegExp, number])[] = [
  [/[\p{L}\p{M}]/u, kinds.letter],
  [/\p{N}/u, kinds.number],
  [/&/, kinds.ampersand],
  [/</, kinds.angle],
  [/["“”„«»]/, kinds.doubleQuote],
  [/['‘’]/, kinds.singleQuote],
  [/[()[\]{}]/, kinds.bracket],
  // A surrogate may be unpaired, which only a check of the whole text shows.
  [/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffd-\uffff]/u, kinds.unreadable],
  [/(?! )[\s\u200b\u2060\u00ad\u202d\u202e]/, kinds.oddSpace],
  [/[a-z]/, kinds.lowerCase],
  [/\?/, kinds.questionMark],
  [/[^\0-\x7f]/, kinds.nonAscii],
  [/[,.?!]/, kinds.pause],
];

const known = 1 << 15;
const table = new Uint16Array(1 << 16);

/** The table is filled lazily: few scripts occur. */
function kindsOf(unit: number): number {
  return table[unit] || learn(unit);
}

function learn(unit: number): number {
  const character = String.fromCharCode(unit);
  let found = known;
  for (const [pattern, kind] of patterns) if (pattern.test(character)) found |= kind;
  table[unit] = found;
  return found;
}

const space = 32;

/** The union of the kinds of all characters of a text. */
export function kindsIn(text: string): number {
  let [found, isAfterSpace] = [0, true];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isSpace = unit === space;
    const kind = kindsOf(unit);
    if (isAfterSpace && (isSpace || kind & kinds.pause)) found |= kinds.oddSpace;
    found |= kind;
    isAfterSpace = isSpace;
  }
  return isAfterSpace ? found | kinds.oddSpace : found;
}

const pairedLetter = /^[\p{L}\p{M}]/u;
const pairedNumber = /^\p{N}/u;

/** The end of a run of letters, and of numbers if allowed. */
export function endOfRun(text: string, from: number, among: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) {
      if ((kindsOf(unit) & among) === 0) break;
      at += 1;
    } else {
      const pair = text.slice(at, at + 2);
      const kind = pairedLetter.test(pair)
        ? kinds.letter
        : pairedNumber.test(pair)
          ? kinds.number
          : 0;
      if ((kind & among) === 0) break;
      at += 2;
    }
  }
  return at;
}
