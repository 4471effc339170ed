import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { maxRowLength } from '../format.ts';
import { FormatError } from '../format-error.ts';

/** An element with its content; names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
  readonly line: number;
}

/** Content that nothing here reads: files that are embedded as text. */
const skipped = new Set(['file']);

/**
 * Reads elements with one of these names, one at a time. Documents with a type declaration are
 * rejected: only those can declare entities, which may refer to files or grow without bound.
 */
export async function* readXmlElements(
  chunks: AsyncIterable<string>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const builder = new ElementBuilder(wanted);
  for await (const chunk of chunks) {
    builder.write(chunk);
    yield* builder.take();
  }
  builder.close();
  yield* builder.take();
}

class ElementBuilder {
  readonly #parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  readonly #open: XmlElement[] = [];
  readonly #wanted: ReadonlySet<string>;
  #complete: XmlElement[] = [];
  /** Where the parser last got on: a declaration without an end must not fill the memory. */
  #lastEvent = 0;
  #size = 0;

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#fail(`invalid XML: ${error.message.replace(/^[^ ]*:\d+:\d+: /, '')}`);
    });
    parser.on('doctype', () => {
      throw this.#fail('a document type declaration is not allowed.');
    });
    parser.on('opentag', (tag) => this.#openElement(tag));
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('closetag', () => this.#closeElement());
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
    if (this.#parser.position - this.#lastEvent > maxRowLength + chunk.length) {
      throw this.#fail(
        `more than ${maxRowLength.toLocaleString('en')} characters without an element.`,
      );
    }
  }

  close(): void {
    this.#parser.close();
  }

  take(): XmlElement[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  #openElement({ name, attributes }: SaxesTagPlain): void {
    this.#lastEvent = this.#parser.position;
    const plain = name.slice(name.indexOf(':') + 1);
    if (this.#open.length === 0 && !this.#wanted.has(plain)) return;
    const element = { name: plain, attributes, children: [], line: this.#parser.line };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
    if (this.#open.length > 200) throw this.#fail('elements are nested too deeply.');
    this.#grow(200);
  }

  #addText(text: string): void {
    this.#lastEvent = this.#parser.position;
    const current = this.#open.at(-1);
    if (!current || skipped.has(current.name)) return;
    this.#grow(text.length);
    current.children.push(text);
  }

  #closeElement(): void {
    this.#lastEvent = this.#parser.position;
    const closed = this.#open.pop();
    if (!closed || this.#open.length > 0) return;
    this.#size = 0;
    this.#complete.push(closed);
  }

  #grow(length: number): void {
    this.#size += length;
    if (this.#size > maxRowLength) {
      throw this.#fail(`an element has more than ${maxRowLength.toLocaleString('en')} characters.`);
    }
  }

  #fail(what: string): FormatError {
    const { line } = this.#parser;
    return new FormatError(`Line ${line.toLocaleString('en')}: ${what}`, {
      line,
      code: 'invalid_xml',
    });
  }
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).flatMap((child) =>
    typeof child !== 'string' && child.name === name ? [child] : [],
  );
}

export function childOf(
  element: XmlElement | undefined,
  ...path: string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element);
}

/** All text within an element. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

/** The elements with this name at any depth. */
export function findAll(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).flatMap((child) => {
    if (typeof child === 'string') return [];
    return [...(child.name === name ? [child] : []), ...findAll(child, name)];
  });
}

/** A text as XML; what XML 1.0 cannot have is replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(notXml, '\uFFFD')
    .replace(/[&<>"\r\n\t]/g, (letter) => references[letter] ?? `&#${letter.charCodeAt(0)};`);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have
const notXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/g;

export function isXmlText(text: string): boolean {
  return text.search(notXml) < 0;
}
