import type { ComponentChildren } from 'preact';
import { showDate } from '../parts/labels.tsx';
import { Folded } from './figure.tsx';
import { ReportContext, type ReportPlace } from './report-context.ts';
import { maxItems, type ReportData, type ReportRun } from './report-data.ts';
import { reportTypeOf } from './report-types.ts';
import { countOf, inWords, showFigure } from './words.ts';

interface Props extends Omit<ReportPlace, 'questions'> {
  readonly data: ReportData;
  /** What can be done with the run, on a page. */
  readonly actions?: ComponentChildren;
}

/** The report of a finished run: on its page, and as a file of its own. */
export function Report({ data, actions, ...place }: Props) {
  const { run, result, questions } = data;
  const type = reportTypeOf(run.analysis_type);
  const { warnings = [] } = (result ?? {}) as { warnings?: { code: string; detail: string }[] };
  return (
    <ReportContext.Provider value={{ ...place, questions }}>
      <article class="report">
        <header>
          <p class="muted">{run.title}</p>
          <h1>{type?.headline(result, run) ?? run.title}</h1>
          <p class="muted">
            {countOf(run.question_count, 'question')}
            {run.finished_at && `, ${showDate(run.finished_at)}`}
            {run.duration_ms !== null && `, in ${showFigure(run.duration_ms / 1000)}\u00a0s`}
          </p>
          {actions}
        </header>
        {run.stale && (
          <p class="note warning">
            <strong>Out of date:</strong> questions have changed since this run. Run it again.
          </p>
        )}
        {warnings.map(({ code, detail }) => (
          <p key={code + detail} class="note warning">
            <strong>Note:</strong> {detail}
          </p>
        ))}
        {type ? <type.Body result={result} run={run} /> : <Raw result={result} />}
        <Computed run={run} />
      </article>
    </ReportContext.Provider>
  );
}

/** A type without a report of its own yet: its figures as they are. */
function Raw({ result }: { result: unknown }) {
  return <pre class="raw">{JSON.stringify(result, null, 2)}</pre>;
}

function Computed({ run }: { run: ReportRun }) {
  const applied = Object.entries((run.parameters ?? {}) as Record<string, unknown>);
  const selected = Object.entries((run.selection ?? {}) as Record<string, unknown>);
  return (
    <Folded title="How it was computed">
      <p>{run.description}</p>
      <dl class="facts">
        {[...applied, ...selected.map(([name, value]) => [`only ${name}`, value] as const)].map(
          ([name, value]) => (
            <div key={name}>
              <dt>{inWords(name)}</dt>
              <dd>
                {name === 'only ids'
                  ? countOf([value].flat().length, 'chosen question')
                  : shownOf(value)}
              </dd>
            </div>
          ),
        )}
        <div>
          <dt>engine version</dt>
          <dd>{run.engine_version}</dd>
        </div>
        <div>
          <dt>run</dt>
          <dd>{run.id}</dd>
        </div>
      </dl>
      {(run.item_count ?? 0) > maxItems && (
        <p class="muted">
          Plots of single questions show the first {showFigure(maxItems)} of{' '}
          {showFigure(run.item_count)} that the result lists.
        </p>
      )}
    </Folded>
  );
}

function shownOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
