import { analysisTypes } from '../../analyses/registry.ts';
import { findAnalysis } from '../../db/analysis-read.ts';
import { readReportData } from '../../db/report-read.ts';
import { requireAccess } from '../../domain/caller.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { type RenderedReport, renderReport } from '../../jobs/render-report.ts';
import { builder } from '../builder.ts';

/** The cost of a report: that of a full page of questions, and of drawing it. */
const reportObjects = 200;

interface Report extends RenderedReport {
  readonly id: string;
}

const ReportRef = builder.objectRef<Report>('AnalysisReport').implement({
  description: 'The result of a run for people: a headline, plots and tables.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the run.' }),
    html: t.exposeString('html', {
      description: 'One HTML document without scripts, which loads nothing.',
    }),
    contentSecurityPolicy: t.exposeString('policy', {
      description: 'The policy under which browsers should show it; the document has it too.',
    }),
  }),
});

builder.queryFields((t) => ({
  analysisReport: t.field({
    type: ReportRef,
    nullable: true,
    description: 'The report of a run that succeeded, with the questions as they are now.',
    extensions: {
      access: 'analysis:read',
      extra: () => reportObjects,
    },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, auth, caller, cancellation }) => {
      // It shows the texts of questions.
      requireAccess(caller, 'questions:read');
      const run = (await findAnalysis(database, id)) ?? notFound('analysis', id);
      const type = analysisTypes.find(({ name }) => name === run.analysisType);
      if (run.status !== 'SUCCEEDED' || !type) {
        const reason = run.error ? ` ${run.error.detail}` : '';
        throw new ServiceError(
          'CONFLICT',
          `The run ${id} has no result to report: it is ${run.status}.${reason}`,
        );
      }
      const data = await readReportData(database, run, type);
      const base = `${auth.issuer()}/`;
      return { id: run.id, ...(await renderReport(data, base, cancellation.signal)) };
    },
  }),
}));
