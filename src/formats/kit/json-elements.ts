import { maxRowLength } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { tooLong } from './text-lines.ts';

export interface JsonElement {
  readonly text: string;
  readonly line: number;
}

/**
 * The elements of the first array of a JSON text, as texts: `[…]`, `{"data": […]}` or
 * `{"results": […]}`. Only one element is held at a time, and the built-in parser, which is several
 * times as fast as one that streams, reads it.
 */
export async function* readJsonElements(
  chunks: AsyncIterable<string>,
): AsyncGenerator<JsonElement> {
  const scanner = new ElementScanner();
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  scanner.end();
}

class ElementScanner {
  #line = 1;
  /** Nesting above the array; -1 before it starts. */
  #depth = -1;
  #isInString = false;
  #isEscaped = false;
  #isDone = false;
  #element = '';
  #elementLine = 1;
  /** Of what precedes the array: another object must not be searched to its end. */
  #before = '';

  *scan(chunk: string): Generator<JsonElement> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === 10) this.#line += 1;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === 92) this.#isEscaped = true;
        else if (code === 34) this.#isInString = false;
        continue;
      }
      if (this.#isDone) continue;
      if (code === 34) this.#isInString = true;
      if (this.#depth < 0) {
        this.#before += chunk[at];
        if (this.#before.length > 10_000) throw this.#noArray();
        if (code === 91) [this.#depth, start, this.#elementLine] = [0, at + 1, 0];
        continue;
      }
      if (this.#elementLine === 0 && code > 32) this.#elementLine = this.#line;
      if (code === 123 || code === 91) this.#depth += 1;
      else if (code === 125 || (code === 93 && this.#depth > 0)) this.#depth -= 1;
      else if (this.#depth === 0 && (code === 44 || code === 93)) {
        const text = this.#element + chunk.slice(start, at);
        [this.#element, start] = ['', at + 1];
        if (text.trim() !== '') yield { text, line: this.#elementLine };
        else if (code === 44) throw this.#broken();
        this.#elementLine = 0;
        this.#isDone = code === 93;
      }
      if (this.#depth < 0) throw this.#broken();
    }
    if (this.#depth < 0 || this.#isDone) return;
    this.#element += chunk.slice(start);
    if (this.#element.length > maxRowLength) throw tooLong(this.#elementLine);
  }

  end(): void {
    if (this.#isDone) return;
    if (this.#depth < 0) throw this.#noArray();
    const line = this.#line.toLocaleString('en');
    throw new FormatError(`The JSON ends at line ${line} within the array.`, {
      line: this.#line,
      code: 'invalid_json',
      suggestion: 'The file may be cut off.',
    });
  }

  #broken(): FormatError {
    const detail = `Line ${this.#line.toLocaleString('en')}: invalid JSON.`;
    return new FormatError(detail, { line: this.#line, code: 'invalid_json' });
  }

  #noArray(): FormatError {
    return new FormatError('The JSON has no array of questions.', {
      line: 1,
      code: 'wrong_type',
      suggestion: 'Send an array, or an object with the array in "data", "questions" or "results".',
    });
  }
}
