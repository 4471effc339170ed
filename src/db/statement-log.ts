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
    const span = works.get(client)?.span;
    return span ? runInSpan(query, args, startStatement(span, textOf(args))) : query(...args);
  };
  client.query = watched as typeof client.query;
}

function startStatement(parent: Span, sql = ''): Span {
  const operation = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  return parent.startChild(operation, 'client', {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': sql,
  });
}

type Callback = (error: Error | null, ...results: unknown[]) => void;

/** pg reports to a callback, given last or by the statement, or else by a promise. */
function runInSpan(query: (...args: unknown[]) => unknown, args: unknown[], span: Span): unknown {
  const end = (error: unknown) => {
    if (!error) return span.end();
    const { code, name } = error as { readonly code?: string; readonly name: string };
    // A message may contain values.
    if (code) span.add({ 'db.response.status_code': code });
    span.end(code ?? name);
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
  else span.end();
  return result;
}

function textOf([statement]: readonly unknown[]): string | undefined {
  const { text } = Object(statement) as { readonly text?: string };
  return typeof statement === 'string' ? statement : text;
}
