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

/** A large array or object of a JSON text, and where it can be cut into parts that are not. */
export interface Container {
  readonly isObject: boolean;
  /** The positions of its brackets. */
  readonly start: number;
  readonly end: number;
  /** The positions of commas between its items. Each part has several small items or one large. */
  readonly cuts: readonly number[];
  readonly large: readonly Container[];
}

/** An array or object that is open at a position of the text. */
interface Level {
  isObject: boolean;
  start: number;
  /** Keys of the object so far, or items of the array before the current one. */
  count: number;
  /** Where the current key of the object begins. */
  key: number;
  /** Where the current item begins: at the last comma, or the opening bracket. */
  item: number;
  /** Whether the current item is large, so that the next comma is a cut. */
  hasLargeItem: boolean;
  cuts: number[];
  large: Container[];
}

/**
 * Finds the large containers of a JSON text; none if it is small as a whole. Rejects JSON that is too
 * deep, or has an object with too many keys, before it is parsed: parsing such an object takes longer
 * than its size suggests, and so does everything done with it. Whether the text is valid JSON is left to
 * the parser, except for brackets that do not close. Yields after every `partLength` characters.
 */
export function* outlineJson(
  text: string,
  partLength: number,
): Generator<void, Container | undefined> {
  // Used again and again: a text may open a million arrays.
  const levels: Level[] = [];
  let depth = 0;
  let level: Level | undefined;
  let root: Container | undefined;
  let lastString = 0;
  let pause = partLength;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      pause = at + partLength;
      yield;
    }
    const character = text.charCodeAt(at);
    switch (character) {
      case quote:
        lastString = at;
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (depth === maxDepth) throw tooDeep(pathOf(text, levels));
        level = levels[depth] ?? createLevel();
        levels[depth] = level;
        depth += 1;
        open(level, at, character === openBrace);
        break;
      case closeBrace:
      case closeBracket: {
        if (!level) break;
        const closed = at - level.start > partLength ? toContainer(level, at) : undefined;
        depth -= 1;
        level = levels[depth - 1];
        if (!closed) break;
        if (level) addLarge(level, closed);
        else root ??= closed;
        break;
      }
      case colon:
        if (!level?.isObject) break;
        level.count += 1;
        level.key = lastString;
        if (level.count > maxKeys) throw tooManyKeys(pathOf(text, levels.slice(0, depth - 1)));
        break;
      case comma:
        if (!level) break;
        if (!level.isObject) level.count += 1;
        level.item = at;
        if (level.hasLargeItem || at - lastCut(level) > partLength) level.cuts.push(at);
        level.hasLargeItem = false;
        break;
    }
  }
  if (depth > 0) throw new SyntaxError('Unexpected end of JSON input');
  return root;
}

function createLevel(): Level {
  return {
    isObject: false,
    start: 0,
    count: 0,
    key: 0,
    item: 0,
    hasLargeItem: false,
    cuts: [],
    large: [],
  };
}

function open(level: Level, at: number, isObject: boolean): void {
  level.isObject = isObject;
  level.start = at;
  level.item = at;
  level.count = 0;
  level.hasLargeItem = false;
  if (level.cuts.length > 0) level.cuts = [];
  if (level.large.length > 0) level.large = [];
}

function toContainer(level: Level, end: number): Container {
  const { isObject, start, cuts, large } = level;
  level.cuts = [];
  level.large = [];
  return { isObject, start, end, cuts, large };
}

function addLarge(level: Level, container: Container): void {
  if (level.item > lastCut(level)) level.cuts.push(level.item);
  level.large.push(container);
  level.hasLargeItem = true;
}

function lastCut({ cuts, start }: Level): number {
  return cuts.at(-1) ?? start;
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
