const space = 32;

/**
 * Normalizes a text for comparison: NFKC, case folding, punctuation to spaces, spaces collapsed.
 * Symbols are kept, since "2 + 2" is not "2 = 2".
 */
export function normalizeText(text: string): string {
  return foldCase(text.normalize('NFKC'))
    .normalize('NFKC')
    .replace(/[\p{P}\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}

// Upper case unifies ß and ss, lower case ẞ and ß; a final sigma would otherwise depend on what follows
// it.
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** The result for each ASCII character, computed by the rule above so that the two cannot differ. */
const foldedAscii = Uint16Array.from(
  { length: 128 },
  (_, code) => normalizeText(String.fromCharCode(code)).charCodeAt(0) || space,
);

/** The normalized UTF-16 units of a text, in a buffer that the next text overwrites. */
export interface NormalizedUnits {
  units: Uint16Array;
  length: number;
}

export function createUnits(): NormalizedUnits {
  return { units: new Uint16Array(4096), length: 0 };
}

/** The same as `normalizeText`, without allocating strings for ASCII texts. */
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

/** Copies a text that is already normalized. */
export function copyUnits(text: string, into: NormalizedUnits): void {
  // Compatibility forms can be much longer than the character they replace.
  makeRoom(text, into);
  for (let at = 0; at < text.length; at += 1) into.units[at] = text.charCodeAt(at);
  into.length = text.length;
}

function makeRoom(text: string, into: NormalizedUnits): void {
  if (into.units.length < text.length) into.units = new Uint16Array(text.length * 2);
}
