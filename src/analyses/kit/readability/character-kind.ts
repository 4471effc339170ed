/** Character classes of the formulas; the first three form words. */
export const kinds = {
  latin: 0,
  otherScript: 1,
  digit: 2,
  apostrophe: 3,
  space: 4,
  sentenceEnd: 5,
  mark: 6,
} as const;

export type CharacterKind = (typeof kinds)[keyof typeof kinds];

/** Python's \w, which textstat uses: it excludes combining marks. */
export function isWordKind(kind: CharacterKind): boolean {
  return kind <= kinds.digit;
}

/** Nearly all characters are ASCII, and a table is much faster than patterns. It is made at first use. */
let ascii: readonly CharacterKind[] | undefined;

export function kindOf(codePoint: number): CharacterKind {
  ascii ??= Array.from({ length: 128 }, (_, code) => findKind(String.fromCodePoint(code)));
  return ascii[codePoint] ?? findKind(String.fromCodePoint(codePoint));
}

function findKind(character: string): CharacterKind {
  if (/\p{Script=Latin}/u.test(character) && /\p{L}/u.test(character)) return kinds.latin;
  if (/\p{L}/u.test(character)) return kinds.otherScript;
  if (/[\p{N}_]/u.test(character)) return kinds.digit;
  if (character === "'") return kinds.apostrophe;
  if (/[.!?]/.test(character)) return kinds.sentenceEnd;
  return isPythonSpace(character) ? kinds.space : kinds.mark;
}

/** JavaScript's \s contains the byte order mark instead of the separators among the control characters. */
function isPythonSpace(character: string): boolean {
  return '\x1c\x1d\x1e\x1f\x85'.includes(character) || /[^\S\ufeff]/.test(character);
}
