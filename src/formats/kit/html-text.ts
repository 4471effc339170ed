import { decodeHTML } from 'entities';
import type { RowNote } from '../format.ts';

/** Line breaks stay, other elements go, references are decoded. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '');
  return decodeHTML(text)
    .replace(/\u00A0/g, ' ')
    .trim();
}

/** Texts of a row, of which some are HTML. */
export class RowTexts {
  readonly notes: RowNote[] = [];

  read(field: string, text: string, isHtml: boolean): string {
    if (!isHtml) return text;
    const plain = htmlToText(text);
    if (plain !== text.trim() && this.notes.length === 0) {
      this.notes.push({ field, value: 'HTML', readAs: 'plain text' });
    }
    return plain;
  }

  note(field: string, value: string, readAs: string): void {
    this.notes.push({ field, value, readAs });
  }
}

export function unsupportedType(type: string) {
  return {
    field: null,
    value: type.slice(0, 100),
    code: 'unsupported_type',
    detail: `Questions of the type ${JSON.stringify(type.slice(0, 50))} cannot be imported; those with one correct answer can.`,
  };
}
