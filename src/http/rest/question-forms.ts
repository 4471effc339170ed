import { stringify } from 'csv-stringify/sync';
import { fileFields } from '../../formats/format.ts';
import { guardFormula, writeList } from '../../formats/kit/cells.ts';
import type { OtherForm, ResponseBody } from './row.ts';

const columns = [...fileFields, 'created_at', 'updated_at'];

/** A page of questions as CSV, as exports write it. */
const csvPage: OtherForm = {
  type: 'text/csv',
  description: 'The same page as CSV; other pages are in the Link header.',
  write({ data }: ResponseBody, fields = columns) {
    const shown = columns.filter((name) => fields.includes(name));
    const lines = data.map((question: ResponseBody) => toCells(question, shown));
    return {
      headers: {},
      body: stringify([shown, ...lines], { quoted_match: /^\s|\s$|[\r"]/ }),
    };
  },
};

const linesPage: OtherForm = {
  type: 'application/x-ndjson',
  description: 'The same page as JSON Lines; other pages are in the Link header.',
  write: ({ data }: ResponseBody) => ({
    headers: {},
    body: data.map((question: ResponseBody) => `${JSON.stringify(question)}\n`).join(''),
  }),
};

export const questionForms: readonly OtherForm[] = [csvPage, linesPage];

function toCells(question: ResponseBody, columns: readonly string[]): string[] {
  return columns.map((name) => {
    const value = question[name] ?? '';
    return guardFormula(Array.isArray(value) ? writeList(value) : String(value));
  });
}
