const space = 32;

/**
 * The text as it is compared: NFKC, case folded, punctuation to spaces, spaces collapsed. Symbols
 * stay, since "2 + 2" is not "2 = 2".
 */
export function normalizeText(text: string): string {
  return foldCase(text.normalize('NFKC'))
    .normalize('NFKC')
    .replace(/[\p{P}\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}

// Only upper case makes one of ß and ss, only lower case of ẞ and ß; the sigma at the end of a word
// would otherwise depend on what follows it.
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** What each ASCII character becomes; worked out by the rule above, so that the two cannot differ. */
const foldedAscii = Uint16Array.from(
  { length: 128 },
  (_, code) => normalizeText(String.fromCharCode(code)).charCodeAt(0) || space,
);

/** A text's normalized UTF-16 units, in a buffer that the next text overwrites. */
export interface NormalizedUnits {
  units: Uint16Array;
  length: number;
}

export function createUnits(): NormalizedUnits {
  return { units: new Uint16Array(4096), length: 0 };
}

/**
 * The same as `normalizeText`, without building strings where the text is plain ASCII; any other
 * text is normalized as told.
 */
export function readUnits(text: string, into: NormalizedUnits, normalize = normalizeText): void {
  makeRoom(text, into);
  const { units } = into;
  let length = 0;
  let last = space;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      copyUnits(normalize(text), into);
      return;
    }
    const folded = foldedAscii[code] ?? space;
    if (folded === space && last === space) continue;
    units[length] = folded;
    length += 1;
    last = folded;
  }
  into.length = length > 0 && last === space ? length - 1 : length;
}

/** Takes over a text that is normalized already. */
export function copyUnits(text: string, into: NormalizedUnits): void {
  // Compatibility forms can be far longer than what they stand for.
  makeRoom(text, into);
  for (let at = 0; at < text.length; at += 1) into.units[at] = text.charCodeAt(at);
  into.length = text.length;
}

function makeRoom(text: string, into: NormalizedUnits): void {
  if (into.units.length < text.length) into.units = new Uint16Array(text.length * 2);
}
