import { strFromU8 } from 'fflate';
import { FormatError } from './format-error.ts';
import { detectEncoding, type Encoding } from './kit/decode-text.ts';
import { guessDelimiter } from './kit/delimited.ts';
import { resolveColumn } from './rows/resolve-column.ts';

/** The beginning of a file that detection looks at. */
export const sampleBytes = 65_536;

export interface Detected {
  readonly format: string;
  readonly encoding: Encoding;
}

/** What a file is, judging by its beginning. Throws once, with what was seen, if nothing fits. */
export function detectFormat(
  sample: Uint8Array,
  columns: Readonly<Record<string, string | null>> = {},
): Detected {
  if (sample.length === 0) throw new FormatError('The file is empty.', { code: 'empty' });
  if (hasBytes(sample, [0x50, 0x4b, 3, 4]))
    return { format: detectArchive(sample), encoding: 'utf-8' };
  const encoding = detectEncoding(sample);
  const binary = nameBinary(sample) ?? (encoding ? undefined : 'binary, not text');
  if (!encoding || binary) throw unknown(`The file is ${binary}.`);
  const text = new TextDecoder(encoding).decode(sample).trimStart();
  if (text === '') throw new FormatError('The file is empty.', { code: 'empty' });
  const format = detectText(text, columns);
  if (!format) throw unknown(`The file starts with ${JSON.stringify(text.slice(0, 60))}.`);
  return { format, encoding };
}

function unknown(seen: string): FormatError {
  return new FormatError(`The format of the file is not recognized. ${seen}`, {
    code: 'unknown_format',
    suggestion: 'Name the format with the option "format".',
  });
}

function hasBytes(sample: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => sample[at] === byte);
}

const binaries: readonly (readonly [string, readonly number[]])[] = [
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['a gzip archive; expand it first', [0x1f, 0x8b]],
  ['a workbook of an old Excel; save it as .xlsx or CSV', [0xd0, 0xcf, 0x11, 0xe0]],
  ['an SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ['an image', [0x89, 0x50, 0x4e, 0x47]],
  ['an image', [0xff, 0xd8, 0xff]],
];

function nameBinary(sample: Uint8Array): string | undefined {
  return binaries.find(([, bytes]) => hasBytes(sample, bytes))?.[0];
}

function detectArchive(sample: Uint8Array): string {
  const text = strFromU8(sample, true);
  if (text.includes('[Content_Types].xml') || text.includes('xl/')) return 'xlsx';
  if (/imsmanifest\.xml|\.xml/i.test(text)) return 'qti';
  const [, name = ''] = /^.{30}([\x20-\x7e]{1,60})/s.exec(text) ?? [];
  throw unknown(`It is a zip archive that starts with ${JSON.stringify(name)}.`);
}

function detectText(
  text: string,
  columns: Readonly<Record<string, string | null>>,
): string | undefined {
  if (text.startsWith('<')) return detectXml(text);
  if (/^[[{]/.test(text)) return detectJson(text);
  if (/^#(?:separator|html|columns|notetype|deck|tags|guid)[ a-z]*:/.test(text)) return 'anki';
  if (/^ANSWER:\s*[A-Z]\s*$/m.test(text) && /^[A-Z][.)]\s/m.test(text)) return 'aiken';
  if (/^#{1,6} /m.test(text) && /^[-*] \[[xX]\] /m.test(text)) return 'md';
  const table = detectTable(text, columns);
  if (table) return table;
  const isGift = /^(?:::|\$CATEGORY:|\/\/)/m.test(text) || /[^\\]\{(?:[^\\}]|\\.)*\}/s.test(text);
  return isGift && text.includes('{') ? 'gift' : undefined;
}

function detectXml(text: string): string | undefined {
  const plain = text.replace(/<!--.*?-->/gs, '');
  const [, root = ''] = /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(plain) ?? [];
  if (root === 'quiz') return 'moodle_xml';
  return /^(?:qti-)?assessment-?(?:item|test)$/i.test(root) ? 'qti' : undefined;
}

function detectJson(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const head = text.slice(0, 4000);
  const isTrivia =
    /^\{\s*"response_code"/.test(text) ||
    (/"type"\s*:\s*"(?:multiple|boolean)"/.test(head) && /"question"\s*:/.test(head));
  if (
    text.startsWith('{') &&
    isWhole(first) &&
    !/^\{\s*"(?:data|questions|results|response_code)"\s*:\s*\[?/.test(first)
  )
    return 'jsonl';
  return isTrivia ? 'opentdb' : 'json';
}

/** Whether a line is an object, and not the beginning of one. */
function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    // A broken first line of many is for the reader to report.
    return line.length > 2 && line.trimEnd().endsWith('}');
  }
}

/** A header of which at least two columns, or half of them, are known. */
function detectTable(
  text: string,
  columns: Readonly<Record<string, string | null>>,
): string | undefined {
  const delimiter = guessDelimiter(text);
  const [header = ''] = text.split(/\r?\n/, 1);
  const names = header.split(delimiter).map((name) => name.replace(/^"|"$/g, ''));
  const known = names.filter((name) => resolveColumn(name, columns).kind !== 'unknown');
  const isTable = names.length > 1 && known.length >= Math.min(2, names.length / 2);
  if (!isTable) return undefined;
  return delimiter === '\t' ? 'tsv' : 'csv';
}
