import type pg from 'pg';
import type { Cancellation } from '../domain/cancellation.ts';
import type { Span } from '../domain/span.ts';
import type { Log } from '../log.ts';

/** For what the statements of a connection are, while they are logged or traced. */
const works = new WeakMap<pg.ClientBase, Cancellation>();
const traced = new WeakSet<pg.ClientBase>();
let isOn = false;

/** Called when a connection is handed to some work. */
export function noteWork(client: pg.ClientBase, work: Cancellation | undefined): void {
  if (work?.span?.isRecording) traceStatements(client);
  if (!isOn) return;
  if (work) works.set(client, work);
  else works.delete(client);
}

/** Logs the statements of a connection with the id of their request; never their values. */
export function logStatements(client: pg.ClientBase, log: Log): void {
  isOn = true;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const logged = (...args: unknown[]) => {
    const work = works.get(client);
    const fields = { request_id: work?.requestId, trace_id: work?.trace?.traceId };
    log.debug({ ...fields, sql: textOf(args) }, 'Statement');
    return query(...args);
  };
  client.query = logged as typeof client.query;
}

/** Makes the statements of a connection spans of the work that has it; never with their values. */
function traceStatements(client: pg.ClientBase): void {
  isOn = true;
  if (traced.has(client)) return;
  traced.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const parent = works.get(client)?.span;
    if (!parent) return query(...args);
    const span = startStatement(parent, textOf(args));
    return runWatched(query, args, (code) => endStatement(span, code));
  };
  client.query = watched as typeof client.query;
}

/** A statement of a thread, which can neither log it nor add it to a trace. */
export interface PastStatement {
  readonly sql: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly errorCode: string | undefined;
}

/** More of one piece of work are not kept: an analysis of a million questions reads them page by page. */
const maxPastStatements = 500;

/** Keeps the statements of a connection, without their values, for `reportStatements`. */
export function keepStatements(client: pg.ClientBase, kept: PastStatement[]): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    if (kept.length >= maxPastStatements) return query(...args);
    const [sql, start] = [textOf(args) ?? '', Date.now()];
    return runWatched(query, args, (errorCode) => {
      kept.push({ sql, start, end: Date.now(), errorCode });
    });
  };
  client.query = watched as typeof client.query;
}

/** Whether anybody sees the statements of the work. */
export function seesStatements(work: Cancellation | undefined, log: Log): boolean {
  return log.isLevelEnabled('debug') || work?.span?.isRecording === true;
}

/** Logs the statements that a thread has made for the work, and adds them to its trace. */
export function reportStatements(
  statements: readonly PastStatement[],
  work: Cancellation | undefined,
  log: Log,
): void {
  const fields = { request_id: work?.requestId, trace_id: work?.trace?.traceId };
  for (const { sql, start, end, errorCode } of statements) {
    log.debug({ ...fields, sql }, 'Statement');
    if (work?.span) endStatement(startStatement(work.span, sql, start), errorCode, end);
  }
}

function startStatement(parent: Span, sql = '', start?: number): Span {
  const operation = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql,
  };
  return parent.startChild(operation, 'client', attributes, start);
}

function endStatement(span: Span, errorCode: string | undefined, end?: number): void {
  // Else the class of an error of the driver.
  if (errorCode && /^[\dA-Z]{5}$/.test(errorCode)) {
    span.add({ 'db.response.status_code': errorCode });
  }
  span.end(errorCode, end);
}

type Callback = (error: Error | null, ...results: unknown[]) => void;

/** pg reports to a callback, given last or by the statement, or else by a promise. */
function runWatched(
  query: (...args: unknown[]) => unknown,
  args: unknown[],
  onEnd: (errorCode?: string) => void,
): unknown {
  const end = (error: unknown) => {
    if (!error) return onEnd();
    // A message may contain values.
    const { code, name } = error as { readonly code?: string; readonly name: string };
    onEnd(code ?? name);
  };
  const watch =
    (callback: Callback): Callback =>
    (error, ...results) => {
      end(error);
      callback(error, ...results);
    };
  const last = args.at(-1);
  const given = args[0] as { callback?: Callback };
  if (typeof last === 'function') {
    return query(...args.slice(0, -1), watch(last as Callback));
  }
  if (typeof given === 'object' && given.callback) {
    given.callback = watch(given.callback);
    return query(...args);
  }
  const result = query(...args);
  // A stream of rows is its own result.
  if (result instanceof Promise) result.then(() => end(undefined), end);
  else onEnd();
  return result;
}

function textOf([statement]: readonly unknown[]): string | undefined {
  const { text } = Object(statement) as { readonly text?: string };
  return typeof statement === 'string' ? statement : text;
}
