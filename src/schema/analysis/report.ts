import { findAnalysisType } from '../../analyses/registry.ts';
import { type AnalysisRecord, readDetails } from '../../db/analysis-read.ts';
import { requireAccess } from '../../domain/caller.ts';
import { validationError } from '../../domain/errors.ts';
import { groupDigits } from '../../domain/naming.ts';
import { cutText } from '../../domain/text.ts';
import { printMarkdown } from '../../reports/print-report.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AnalysisRef, resultObjects } from './type.ts';

export const reportLength = { min: 1000, max: 50_000, default: 20_000 };

const limits = `${groupDigits(reportLength.min)} to ${groupDigits(reportLength.max)}`;
const endMark = '\n\n(The report was cut.)\n';

builder.objectField(AnalysisRef, 'report', (t) =>
  t.string({
    nullable: true,
    description:
      'The result in Markdown: its figures, and the first rows of each table with the texts of the questions. Null without a result. Requires questions:read.',
    extensions: { objects: resultObjects },
    args: {
      maxLength: t.arg.int({
        defaultValue: reportLength.default,
        description: `It is cut to this number of characters, ${limits}.`,
      }),
    },
    resolve: (analysis, { maxLength }, context) => {
      requireAccess(context.caller, 'questions:read');
      return writeReport(context, analysis, readLength(maxLength ?? reportLength.default));
    },
  }),
);

function readLength(length: number): number {
  if (length >= reportLength.min && length <= reportLength.max) return length;
  const detail = `Must be ${limits}.`;
  throw validationError('BAD_REQUEST', [{ path: ['maxLength'], code: 'out_of_range', detail }]);
}

async function writeReport(
  { database }: Context,
  run: AnalysisRecord,
  maxLength: number,
): Promise<string | null> {
  const type = findAnalysisType(run.analysisType);
  if (run.status !== 'SUCCEEDED' || !type) return null;
  const source = { database, run, details: await readDetails(database, run.id) };
  const options = { all: false, table: undefined, seeAll: 'the result has all' };
  let text = '';
  for await (const part of printMarkdown(type, source, options)) {
    text += part;
    if (text.length <= maxLength) continue;
    const whole = cutText(text, maxLength - endMark.length);
    // A row that is cut in two would say something else.
    return whole.slice(0, whole.lastIndexOf('\n') + 1).trimEnd() + endMark;
  }
  return text;
}
