import type { ImportError, ImportReport } from '../../formats/import-report.ts';
import type { ImportResult } from '../../jobs/imports/imports.ts';

const maxShown = 10;

/** The report for people: counts, what was understood, the first failures. */
export function formatImport({ status, format, dryRun, report }: ImportResult): string {
  const counts = formatCounts(report);
  const heading =
    status === 'SUCCEEDED'
      ? `${dryRun ? 'Dry run; nothing was stored: ' : ''}${counts}.`
      : `Nothing was stored; ${report.failed} of ${report.read} rows failed.`;
  const notes = report.notes.map(
    ({ field, value, readAs, rows }) =>
      `  ${field}: ${JSON.stringify(value)} was read as ${readAs} (${rows} ${rows === 1 ? 'row' : 'rows'})`,
  );
  const shown = report.errors.slice(0, maxShown).map((error) => `  ${formatError(error)}`);
  const rest = report.errors.length + report.more - shown.length;
  const more = rest > 0 ? [`  … and ${rest} more; --json or --csv prints all`] : [];
  const isWhole = report.read === 0 && status === 'FAILED';
  const title = isWhole
    ? `Nothing was stored${format === '' ? '' : ` of this ${format} file`}:`
    : heading;
  return [title, ...notes, ...shown, ...more].join('\n');
}

function formatCounts({ read, added, updated, unchanged, skipped, failed }: ImportReport): string {
  const counts = { added, updated, unchanged, skipped, failed };
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return `${read} read: ${parts.join(', ')}`;
}

function formatError({ row, line, field, value, detail, suggestion }: ImportError): string {
  const place = [row === null ? '' : `row ${row}`, line === null ? '' : `line ${line}`]
    .filter((part) => part !== '')
    .join(', ');
  const what = field === null ? '' : `${field}: `;
  const got = value === undefined || detail.includes(value) ? '' : ` (${JSON.stringify(value)})`;
  return `${place === '' ? '' : `${place}: `}${what}${detail}${got}${suggestion ? ` ${suggestion}` : ''}`;
}
