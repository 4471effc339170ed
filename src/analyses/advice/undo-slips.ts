/**
 * The text with words of the other one wherever it differs from them by two swapped letters: a hurried
 * author writes "frist", which is no other word. Texts with other differences are returned unchanged.
 */
export function undoSlips(text: string, other: string): string {
  if (Math.max(text.length, other.length) > 2 * Math.min(text.length, other.length)) return text;
  if (foldText(text) === foldText(other)) return other;
  const [words, others] = [text.split(/\s+/), other.split(/\s+/)];
  if (words.length !== others.length) return text;
  const repaired = words.map((word, at) => {
    const intended = others[at] ?? word;
    return isSwapped(foldText(word), foldText(intended)) ? intended : word;
  });
  return repaired.join(' ');
}

/** Letters and digits alone, whatever their case. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();
}

/** Whether two letters beside each other are swapped in a word of at least four. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 4 || /\d/.test(one)) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (
    at < one.length - 1 &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}
