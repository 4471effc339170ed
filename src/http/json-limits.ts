import { type Fault, validationError } from '../domain/errors.ts';

const maxDepth = 32;
const maxKeys = 1000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** An array or object that is open at a position of the text. */
interface Level {
  readonly isObject: boolean;
  /** Keys of the object so far, or items of the array before the current one. */
  count: number;
  /** Where the current key of the object begins. */
  key: number;
}

/**
 * Rejects JSON that is too deep, or has an object with too many keys, before it is parsed: parsing
 * such an object takes longer than its size suggests, and so does everything done with it. Whether
 * the text is valid JSON is left to the parser.
 */
export function assertJsonShape(text: string): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  let lastString = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        lastString = at;
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (levels.length === maxDepth) throw tooDeep(pathOf(text, levels));
        level = { isObject: text.charCodeAt(at) === openBrace, count: 0, key: 0 };
        levels.push(level);
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        level = levels.at(-1);
        break;
      case colon:
        if (!level?.isObject) break;
        level.count += 1;
        level.key = lastString;
        if (level.count > maxKeys) throw tooManyKeys(pathOf(text, levels.slice(0, -1)));
        break;
      case comma:
        if (level && !level.isObject) level.count += 1;
        break;
    }
  }
}

/** The position of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    const isEscaped = (at - before) % 2 === 0;
    if (!isEscaped) return at;
  }
  return text.length;
}

function pathOf(text: string, levels: readonly Level[]): Fault['path'] {
  return levels.map(({ isObject, count, key }) => (isObject ? readKey(text, key) : count));
}

function readKey(text: string, start: number): string {
  const quoted = text.slice(start, endOfString(text, start) + 1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function tooDeep(path: Fault['path']) {
  const detail = `JSON may be nested at most ${maxDepth} levels deep.`;
  return validationError('BAD_USER_INPUT', [{ path, code: 'too_deep', detail }]);
}

function tooManyKeys(path: Fault['path']) {
  const detail = `An object may have at most ${maxKeys.toLocaleString('en')} keys.`;
  return validationError('BAD_USER_INPUT', [{ path, code: 'too_many_keys', detail }]);
}
