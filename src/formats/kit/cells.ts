/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, as spreadsheets
 * write it themselves; reading removes one.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

export function unguardFormula(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

export const toCell = guardFormula;

/** Several texts in one cell, separated by `|`. */
export function writeList(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\|]/g, '\\$&').replace(/^\[/, '\\[')).join('|');
}

/** A cell with several texts: separated by `|`, or a JSON array. */
export function readList(cell: string): string[] {
  const trimmed = cell.trim();
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) {
    const list = parseList(trimmed);
    if (list) return list;
  }
  const texts: string[] = [];
  let text = '';
  for (let at = 0; at < cell.length; at += 1) {
    const letter = cell[at] ?? '';
    const next = cell[at + 1] ?? '';
    if (letter === '\\' && /[\\|[]/.test(next)) {
      text += next;
      at += 1;
    } else if (letter === '|') {
      texts.push(text);
      text = '';
    } else {
      text += letter;
    }
  }
  return [...texts, text];
}

function parseList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
    return isList ? list : undefined;
  } catch {
    return undefined;
  }
}
