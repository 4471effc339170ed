import { type Container, outlineJson } from './json-outline.ts';

/** What is parsed in one turn of the event loop; it takes a few milliseconds. */
const partLength = 128 * 1024;

/** JSON.parse within the limits of a request. */
export function parseJsonText(text: string): unknown {
  const parts = parseInParts(text, partLength);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The same in many turns of the event loop, for a text that may be large. */
export async function parseLargeJson(text: string, pause: () => Promise<void>): Promise<unknown> {
  const parts = parseInParts(text, partLength);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await pause();
  }
}

/** The same as JSON.parse; yields before each part. */
export function* parseInParts(text: string, length: number): Generator<void, unknown> {
  const root = yield* outlineJson(text, length);
  if (!root) return JSON.parse(text);
  assertBlank(text, 0, root.start);
  assertBlank(text, root.end + 1, text.length);
  return yield* parseContainer(text, root);
}

function* parseContainer(text: string, container: Container): Generator<void, unknown> {
  const { isObject, start, end, cuts, large } = container;
  const [opening, closing] = isObject ? ['{', '}'] : ['[', ']'];
  if (text[end] !== closing) throw unexpected(text, end);
  const items: unknown[] = [];
  const fields: Record<string, unknown> = {};
  let from = start + 1;
  let child = 0;
  for (const to of [...cuts, end]) {
    yield;
    const next = large[child];
    if (next && next.start < to) {
      child += 1;
      const value = yield* parseContainer(text, next);
      assertBlank(text, next.end + 1, to);
      if (isObject) setField(fields, readName(text, from, next.start), value);
      else {
        assertBlank(text, from, next.start);
        items.push(value);
      }
    } else {
      const part = parsePart(opening + text.slice(from, to) + closing, from - 1);
      const entries = Array.isArray(part) ? part : Object.entries(part as object);
      // It follows or precedes a comma too many, unless it is all there is.
      if (entries.length === 0 && cuts.length > 0) throw unexpected(text, to);
      if (isObject) for (const [name, value] of entries) setField(fields, name, value);
      else for (const item of entries) items.push(item);
    }
    from = to + 1;
  }
  return isObject ? fields : items;
}

/** Errors give positions in the whole text. */
function parsePart(part: string, offset: number): unknown {
  try {
    return JSON.parse(part);
  } catch (error) {
    const message = (error as SyntaxError).message
      .replace(/at position (\d+)/, (_, at) => `at position ${Number(at) + offset}`)
      .replace(/ \(line \d+ column \d+\)/, '');
    throw new SyntaxError(message);
  }
}

/** The name of a field whose value begins at `to`. */
function readName(text: string, from: number, to: number): string {
  const before = text.slice(from, to);
  const colon = before.lastIndexOf(':');
  const name = colon === -1 ? undefined : parsePart(before.slice(0, colon), from);
  if (typeof name !== 'string') throw unexpected(text, to);
  assertBlank(text, from + colon + 1, to);
  return name;
}

/** As JSON.parse sets it: `__proto__` is a field like any other. */
function setField(fields: object, name: string, value: unknown): void {
  Object.defineProperty(fields, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function assertBlank(text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (!' \t\n\r'.includes(text.charAt(at))) throw unexpected(text, at);
  }
}

function unexpected(text: string, at: number): SyntaxError {
  return new SyntaxError(`Unexpected token ${JSON.stringify(text[at])} in JSON at position ${at}`);
}
