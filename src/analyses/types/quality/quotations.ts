/** Masks quotations with quotation marks of the same length, so that rules ignore titles and citations. */
export function blankQuotations(text: string): string {
  let [blanked, from] = ['', 0];
  let open: { mark: string; at: number } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (open === undefined) {
      if (isOpening(text, at)) open = { mark, at };
    } else if (mark === closingMarks.get(open.mark) && isClosing(text, at)) {
      blanked += text.slice(from, open.at) + '"'.repeat(at + 1 - open.at);
      from = at + 1;
      open = undefined;
    }
  }
  return blanked + text.slice(from);
}

const closingMarks = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
]);

/** A single mark inside or after a word is an apostrophe. */
function isOpening(text: string, at: number): boolean {
  const mark = text.charAt(at);
  return closingMarks.has(mark) && (mark !== "'" || !isWordCharacter(text.charAt(at - 1)));
}

function isClosing(text: string, at: number): boolean {
  const mark = text.charAt(at);
  return (mark !== "'" && mark !== '’') || !isWordCharacter(text.charAt(at + 1));
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
