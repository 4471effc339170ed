import { createHash } from 'node:crypto';
import { packageFile } from '../package-file.ts';
import type { ReportData } from '../web/report/report-data.ts';
import { runOnceThread } from './run-once-thread.ts';

/** A report as one HTML file, with the policy under which browsers show it. */
export interface RenderedReport {
  readonly html: string;
  readonly policy: string;
}

const maxHeapMb = 512;
const timeoutMs = 30_000;

/** Renders a report in a thread of its own: drawing plots takes longer than other requests should wait. */
export async function renderReport(
  data: ReportData,
  base: string | undefined,
  signal: AbortSignal,
): Promise<RenderedReport> {
  const { html, style } = await inThread({ data, base }, signal);
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  // In the file too: saved, it has no headers.
  return {
    html: html.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n${meta}`),
    policy,
  };
}

interface Rendered {
  readonly html: string;
  readonly style: string;
}

/** One at a time: each takes a core for a while, and memory. */
let rendering: Promise<unknown> = Promise.resolve();

/** The bundle alone has the components of the workbench compiled. */
function inThread(task: object, signal: AbortSignal): Promise<Rendered> {
  const file = JSON.stringify(packageFile('dist/bundle/render-file.js').href);
  const program = `
    const { parentPort, workerData: { data, base } } = require('node:worker_threads');
    import(${file}).then(({ renderReportFile }) => parentPort.postMessage(renderReportFile(data, base)));`;
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const render = () =>
    runOnceThread<Rendered>({ name: 'render report', program, data: task, maxHeapMb }, until);
  const result = rendering.then(render);
  rendering = result.catch(() => undefined);
  return Promise.race([result, rejectWhen(until)]);
}

/** Also while others are rendered. */
function rejectWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
