import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/formats/format-error.ts';
import { openFile } from '../../src/formats/read-file.ts';
import { findFormat } from '../../src/formats/registry.ts';
import { type ReadText, readAll, writeAll } from '../support/read-format.ts';

/** What is said of a file that cannot be read. */
async function refusal(content: string | Uint8Array, options?: ReadText): Promise<string> {
  const error = await readAll(content, options).catch((reason: unknown) => reason);
  if (!(error instanceof FormatError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
  return error.message;
}

const header = 'question,answer,category,difficulty\n';
const row = 'q,a,Science,0\n';
const bomb = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><quiz><question type="shortanswer">&b;</question></quiz>`;
const external = '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>';

describe('a file that cannot be read', () => {
  it.each<[string, string | Uint8Array, RegExp, ReadText?]>([
    ['empty', '', /^The file is empty\.$/],
    ['blank', ' \n ', /^The file is empty\.$/],
    ['binary', Uint8Array.from({ length: 300 }, (_, n) => n % 7), /binary, not text/],
    ['a PDF', '%PDF-1.7 ...', /a PDF document/],
    ['plain words', 'hello there', /not recognized\. The file starts with "hello there"\./],
    [
      'a broken quote',
      `${header}${row.repeat(3)}"q,a,Science,0\n${row}`,
      /^Line 5: A quote is opened/,
    ],
    [
      'text after a quote',
      `${header}"q"x,a,Science,0\n`,
      /^Line 2: Text follows a closing quote\./,
    ],
    ['two columns of one name', 'answer,answer\nx,y\n', /two columns "answer"/],
    ['cut-off JSON', '[{"question_text": "q"},\n{"a"', /ends at line 2 within the array/],
    ['JSON without an array', '{"a":\n1}', /no array of questions/],
    [
      'mixed encodings',
      Buffer.concat([Buffer.alloc(70_000, row), Buffer.from([0xe9, 0x0a])]),
      /^Line 5,001 is not valid UTF-8/i,
      { format: 'csv', columns: {} },
    ],
    ['an entity bomb', bomb, /^Line 1: a document type declaration is not allowed\.$/],
    ['an external entity', external, /document type declaration/],
    ['an unknown entity', '<quiz><question>&x;</question></quiz>', /^Line 1: invalid XML/],
    ['XML that ends early', '<quiz><question>', /invalid XML/],
    [
      'a zip named CSV',
      zipSync({ 'a.txt': strToU8('x') }),
      /a zip archive, not csv/,
      { format: 'csv' },
    ],
    ['another zip', zipSync({ 'a.txt': strToU8('x') }), /a zip archive that starts with "a\.txt/],
    ['names that lead out', zipSync({ '../../a.xml': strToU8('<x/>') }), /outside of it/],
    ['a zip bomb', zipSync({ 'a.xml': new Uint8Array(17_000_000) }), /expands too much/],
    ['an unknown format', 'x', /There is no format "docx"; there are csv, /, { format: 'docx' }],
  ])('%s', async (_, content, sentence, options) => {
    expect(await refusal(content, options)).toMatch(sentence);
  });

  it.each(['csv', 'jsonl', 'gift', 'md', 'aiken', 'json', 'moodle_xml'])(
    'has a line without an end: %s reads no more of it than a row may have',
    async (format) => {
      let read = 0;
      const endless = (async function* () {
        const starts: Record<string, string> = {
          json: '[{"a":"',
          moodle_xml: '<quiz><question>',
          md: '## ',
        };
        yield Buffer.from(starts[format] ?? '{');
        for (; read < 100; read += 1) yield Buffer.alloc(1_000_000, 'x');
      })();
      const reading = async () => {
        const { rows } = await openFile(endless, { format });
        for await (const _ of rows);
      };
      await expect(reading()).rejects.toThrow(FormatError);
      expect(read).toBeLessThan(5);
    },
  );
});

describe('a text', () => {
  const expected = [{ questionText: 'Où?', correctAnswer: 'a' }];
  const text = `${header}Où?,a,Science,0\n`;
  const read = async (bytes: Uint8Array) => {
    const { rows, encoding } = await readAll(bytes);
    return { encoding, questions: rows.map(({ read }) => 'question' in read && read.question) };
  };

  it.each([
    ['a byte-order mark', 'utf-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', 'utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without one', 'utf-16le', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', 'utf-16be', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', 'windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s is read', async (_, encoding, bytes) => {
    expect(await read(bytes)).toMatchObject({ encoding, questions: expected });
  });

  it('has a header and no rows', async () => {
    expect((await readAll(header)).rows).toEqual([]);
  });
});

describe('a CSV export', () => {
  it('has no cell that a spreadsheet would calculate', async () => {
    const csv = findFormat('csv');
    if (!csv) throw new Error('There is no CSV');
    const one = {
      id: '00000000-0000-7000-8000-000000000000',
      version: 1,
      category: 'Science' as const,
    };
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)'];
    const questions = texts.map((questionText) => ({
      ...one,
      questionText,
      correctAnswer: questionText,
      incorrectAnswers: [questionText],
      acceptedAnswers: [questionText],
      difficulty: 0,
      topicFocus: null,
      source: null,
      externalId: null,
    }));
    const text = Buffer.from(await writeAll(csv, questions)).toString();
    expect(text.split(/[,\n]/).filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });
});
