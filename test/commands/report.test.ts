import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { share } from '../../src/analyses/envelope.ts';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { type ReportColumn, readColumns } from '../../src/analyses/report.ts';
import { questionId, questionIds } from '../../src/analyses/result-schema.ts';
import { csvHead, csvRow } from '../../src/reports/csv-table.ts';
import { formatColumn, formatValue } from '../../src/reports/format-cell.ts';
import {
  createMarkdownTable,
  escapeMarkdown,
  escapeProse,
} from '../../src/reports/markdown-table.ts';
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

  it('shows more below a cell where there is more, the third line with its heading', () => {
    const stacked = [
      column('rule'),
      column('finding'),
      column('field', { below: 'rule' }),
      column('question', { below: 'finding' }),
      column('suggestion', { below: 'finding' }),
    ];
    const found = (...values: (string | null)[]) => values.map((value) => ({ value }));
    const render = createTextTable(stacked, { width: null, bold: plain });
    expect(
      render([
        found('too_long', 'It is long.', 'question_text', 'Which?', null),
        found('misspelling', 'It is wrong.', 'question_text', 'Wich?', 'Which?'),
      ]),
    ).toEqual([
      '  rule           finding',
      '  too_long       It is long.',
      '  question_text  Which?',
      '  misspelling    It is wrong.',
      '  question_text  Wich?',
      '                 suggestion: Which?',
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
    '| answer_conflict | 3.1 % | 0.250 | =1+1 \\| \\[31m"x"? |',
  ]);
  expect(escapeMarkdown('a_b _c_ `d`')).toBe('a_b \\_c\\_ \\`d\\`');
  expect(escapeProse('Set `blueprint` to *it*.')).toBe('Set `blueprint` to \\*it\\*.');
});

it('aligns the names of levels as text, and numbers beside missing ones as numbers', () => {
  const level = [column('difficulty', { unit: 'difficulty' }), column('z')];
  const cells = [
    [{ value: 2 }, { value: 1.5 }],
    [{ value: 0 }, { value: null }],
  ];
  expect(createMarkdownTable(level)(cells)[1]).toBe('| --- | --: |');
});

it('counts choices from 1 for people, and from 0 under the name of JSON in CSV', () => {
  const choice = [column('choice', { field: 'index', unit: 'index' })];
  expect(createMarkdownTable(choice)([[{ value: 0 }]])).toEqual(['| choice |', '| --: |', '| 1 |']);
  expect([csvHead(choice), csvRow(choice, [{ value: 0 }])]).toEqual(['index\r\n', '0\r\n']);
});

it.each([
  [
    [0.00000039, 0.02, -0.00001],
    ['0.000', '0.020', '0.000'],
  ],
  [
    [0.00012, 0.00034],
    ['0.00012', '0.00034'],
  ],
  [
    [1.5, 0.001],
    ['1.50', '0.00'],
  ],
  [
    [1200, 3],
    ['1,200', '3'],
  ],
])('shows the column %j with the same decimals', (values, shown) => {
  const cells = values.map((value) => ({ value }));
  expect(formatColumn(column('effect'), cells)).toEqual(shown);
});

it.each([
  [null, undefined, '–'],
  [true, undefined, 'yes'],
  [1234567, undefined, '1,234,567'],
  [-0.5, undefined, '−0.50'],
  [0.00012, undefined, '0.00012'],
  [-0.0654, 'share', '−6.5 %'],
  [-0.0654, 'points', '−6.5 pp'],
  [-0.0001, 'points', '0.0 pp'],
  [0, 'share', '0.0 %'],
  [0.0004, 'share', '< 0.1 %'],
  [0.0005, 'share', '0.1 %'],
  [0, 'p', '< 0.001'],
  [2, 'difficulty', 'Advanced'],
  ['2', 'difficulty', 'Advanced'],
  ['Science', 'difficulty', 'Science'],
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
      for (const table of report) {
        expect(readColumns(result, table)).not.toEqual([]);
        expect(() => readColumns(result, { ...table, columns: table.notes ?? {} })).not.toThrow();
      }
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

it('shows the levels that labels checks by their names', () => {
  const labels = analysisTypes.find(({ name }) => name === 'labels');
  const units = labels?.report.flatMap((table) =>
    readColumns(labels.result, table).flatMap(({ title, unit }) =>
      ['given', 'suggested'].includes(title) ? unit : [],
    ),
  );
  expect(units).toEqual(Array(4).fill('difficulty'));
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
