import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { share } from '../../src/analyses/envelope.ts';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { type ReportColumn, readColumns } from '../../src/analyses/report.ts';
import { questionId, questionIds } from '../../src/analyses/result-schema.ts';
import { csvHead, csvRow } from '../../src/reports/csv-table.ts';
import { formatValue } from '../../src/reports/format-cell.ts';
import { createMarkdownTable } from '../../src/reports/markdown-table.ts';
import { createTextTable } from '../../src/reports/text-table.ts';

const plain = (text: string) => text;

const column = (title: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
  title,
  field: title,
  unit: undefined,
  shows: undefined,
  below: undefined,
  ...more,
});

const columns = [
  column('kind'),
  column('share', { unit: 'share' }),
  column('p', { unit: 'p' }),
  column('question', { shows: 'text' }),
];

const rows = [
  [
    { value: 'near' },
    { value: 0.5 },
    { value: 5e-324 },
    { value: 'id-1', questions: [{ text: 'Which planet has the most moons?', answer: 'Saturn' }] },
  ],
  [
    { value: 'answer_conflict' },
    { value: 0.031 },
    { value: 0.25 },
    { value: 'id-2', questions: [{ text: '=1+1 |\n\u001b[31m"x"?', answer: '2' }] },
  ],
];

describe('a table of text', () => {
  it('is aligned and cut to the width of the terminal', () => {
    const lines = createTextTable(columns, { width: 50, bold: plain })(rows);
    expect(lines).toEqual([
      '  kind             share        p  question',
      '  near            50.0 %  < 0.001  Which planet h…',
      '  answer_confli…   3.1 %    0.250  =1+1 | [31m"x"?',
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(50);
  });

  it('shows the second question of a pair below the first', () => {
    const shows = 'text' as const;
    const pair = [
      column('kind'),
      column('question', { shows }),
      column('other question', { shows, below: 'question' }),
    ];
    const question = (text: string) => ({ value: 'id', questions: [{ text, answer: '' }] });
    const row = [{ value: 'near' }, question('Which is it?'), question('Which one is it?')];
    expect(createTextTable(pair, { width: null, bold: plain })([row])).toEqual([
      '  kind  question',
      '  near  Which is it?',
      '        Which one is it?',
    ]);
  });

  it('is not cut elsewhere, and keeps its columns on later pages', () => {
    const render = createTextTable(columns, { width: null, bold: (text) => `<${text}>` });
    expect(render(rows.slice(0, 1))).toEqual([
      '<  kind   share        p  question>',
      '  near  50.0 %  < 0.001  Which planet has the most moons?',
    ]);
    expect(render(rows.slice(1))).toEqual(['  answer_conflict   3.1 %    0.250  =1+1 | [31m"x"?']);
  });
});

it('writes CSV with the values of the result, ids beside texts, and no formulas', () => {
  expect(csvHead(columns)).toBe('kind,share,p,question_id,question\r\n');
  expect(rows.map((row) => csvRow(columns, row))).toEqual([
    'near,0.5,5e-324,id-1,Which planet has the most moons?\r\n',
    'answer_conflict,0.031,0.25,id-2,"\'=1+1 |\n\u001b[31m""x""?"\r\n',
  ]);
});

it('writes Markdown that shows texts as they are', () => {
  expect(createMarkdownTable(columns)(rows)).toEqual([
    '| kind | share | p | question |',
    '| --- | --: | --: | --- |',
    '| near | 50.0 % | < 0.001 | Which planet has the most moons? |'.replace('<', '\\<'),
    '| answer\\_conflict | 3.1 % | 0.250 | =1+1 \\| \\[31m"x"? |',
  ]);
});

it.each([
  [null, undefined, '–'],
  [true, undefined, 'yes'],
  [1234567, undefined, '1,234,567'],
  [-0.5, undefined, '−0.50'],
  [0.00012, undefined, '0.00012'],
  [-0.0654, 'share', '−6.5 %'],
  [0, 'p', '< 0.001'],
  [2, 'difficulty', 'Advanced'],
  [['a', 'b'], undefined, 'a, b'],
  [{ statistic: 4.8, df: 5, p: 0.44 }, undefined, 'statistic 4.80, df 5, p 0.440'],
] as const)('shows %j in the unit %s as %s', (value, unit, shown) => {
  expect(formatValue(value, unit)).toBe(shown);
});

describe('the columns of a report', () => {
  it.each(analysisTypes.map((type) => [type.name, type] as const))(
    'of %s are fields of its result',
    (_name, { report, result }) => {
      expect(new Set(report.map(({ name }) => name)).size).toBe(report.length);
      for (const table of report) expect(readColumns(result, table)).not.toEqual([]);
    },
  );

  it('know units and questions from the schema', () => {
    const result = z.strictObject({
      items: z.array(
        z.strictObject({
          question_id: questionId('question'),
          findings: z.array(
            z.strictObject({ examples: questionIds('all'), rate: share.nullable() }),
          ),
        }),
      ),
    });
    const fields = {
      question: 'question_id',
      answer: 'question_id.answer',
      rate: 'rate',
      examples: 'examples',
    };
    const read = readColumns(result, { rows: 'items.findings', columns: fields });
    expect(read.map(({ field, shows, unit }) => [field, shows, unit])).toEqual([
      ['question_id', 'text', undefined],
      ['question_id', 'answer', undefined],
      ['rate', undefined, 'share'],
      ['examples', 'text', undefined],
    ]);
    expect(() => readColumns(result, { rows: 'items', columns: { x: 'missing' } })).toThrow(
      'The rows of items have no field missing.',
    );
  });
});

it('shows similarities in percent in every analysis', () => {
  const units = analysisTypes.flatMap(({ result, report }) =>
    (report ?? []).flatMap((table) =>
      readColumns(result, table)
        .filter(({ title }) => title.includes('similarity'))
        .map(({ unit }) => unit),
    ),
  );
  expect(units.length).toBeGreaterThan(1);
  expect(new Set(units)).toEqual(new Set(['share']));
});
