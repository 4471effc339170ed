import { parseHTML } from 'linkedom';
import { renderToString } from 'preact-render-to-string';
import controls from '../style/controls.css';
import layout from '../style/layout.css';
import print from '../style/print.css';
import questions from '../style/questions.css';
import report from '../style/report.css';
import tokens from '../style/tokens.css';
import { Report } from './report.tsx';
import type { ReportData } from './report-data.ts';

/** A report as one HTML file, and the style in it, whose hash its policy names. */
export interface ReportFile {
  readonly html: string;
  readonly style: string;
}

const fileStyle = `${tokens}${layout}${controls}${questions}${report}${print}
.report {
  margin: 0 auto;
}
`;

/** The same report as on its page: one document without scripts, which asks for nothing. */
export function renderReportFile(data: ReportData, base: string | undefined): ReportFile {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const body = renderToString(<Report data={data} base={base} isFile document={document} />);
  return {
    style: fileStyle,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(data.run.title)} report</title>
<style>${fileStyle}</style>
</head>
<body>
<main>${body}</main>
</body>
</html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
