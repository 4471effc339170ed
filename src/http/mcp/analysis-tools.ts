import * as z from 'zod';
import { reportLength } from '../../schema/analysis/report.ts';
import type { Row } from '../rest/row.ts';
import { rowNamed, type Tool } from './tool.ts';

/** Runs are told by their figures: a result has up to a thousand items, and a report is shorter. */
export function withoutResult(row: Row): Row {
  return { ...row, document: row.document.replace(/^ *result(\(.*\))?\n/m, '') };
}

const { format: _format, number: _number, ...formParameters } = rowNamed('getForm').query ?? {};

const readReport: Row = {
  method: 'GET',
  path: '/analysis/{id}/report',
  name: 'readReport',
  summary: 'The report of a run',
  query: {
    max_length: {
      schema: z
        .int()
        .min(reportLength.min)
        .max(reportLength.max)
        .meta({
          description: `Cut it to this number of characters; default ${reportLength.default}.`,
        }),
      variable: 'maxLength',
    },
  },
  document: `
    query GetAnalysisReport($id: ID!, $maxLength: Int) {
      body: analysis(id: $id) { id analysis_type: analysisTypeName status stale report(maxLength: $maxLength) }
    }`,
  success: { status: 200 },
  errors: ['NOT_FOUND'],
};

/** Tools that run analyses and assemble test forms. */
export const analysisTools: readonly Tool[] = [
  {
    name: 'run_analysis',
    title: 'Run an analysis',
    description:
      'Runs an analysis on all questions, on question_ids, or on a selection, and waits for its end. list_analysis_types has the types and their parameters. Read its result with read_report; if it takes longer, look with get_analysis.',
    row: withoutResult(rowNamed('runAnalysis')),
    isTask: true,
  },
  {
    name: 'read_report',
    title: 'Read a report',
    description:
      'The result of a run in Markdown: figures, and the first rows of each table with the texts of the questions. Shorter than get_analysis.',
    row: readReport,
    textOf: ({ status, report }) => report ?? `There is no report: the run is ${status}.`,
  },
  {
    name: 'cancel_analysis',
    title: 'Cancel an analysis',
    description: 'Stops a run that is queued or running; one that has ended is a conflict.',
    row: withoutResult(rowNamed('cancelAnalysis')),
    isDestructive: true,
  },
  {
    name: 'assemble_forms',
    title: 'Assemble test forms',
    description:
      'Chooses questions for one or several parallel test forms by length, quotas and other constraints. INFEASIBLE forms come with the constraints that contradict each other.',
    row: rowNamed('assembleForms'),
  },
  {
    name: 'get_form',
    title: 'Get test forms',
    description: 'Assembled forms with their questions, and with the answers if key is true.',
    row: {
      ...rowNamed('getForm'),
      query: {
        ...formParameters,
        key: { schema: z.boolean().meta({ description: 'Show the answers.' }), variable: 'key' },
      },
    },
  },
];
