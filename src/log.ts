import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type prettyStream from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Colored lines for a terminal instead of JSON. */
  readonly isPretty: boolean;
}

/** External text goes into fields, never into the message: fields are escaped, which prevents log injection. */
export function createLog(options: LogOptions, destination?: DestinationStream): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: printTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        // The errors of ioredis carry the command, and with it the password of AUTH.
        'err.command',
        'password',
        'token',
        'authorization',
        '*.password',
        '*.token',
        '*.authorization',
      ],
      censor: '[hidden]',
    },
  };
  if (!options.isPretty) return pino(settings, destination ?? createBufferedOutput());
  // On demand: it takes longer to load than the rest of the log.
  const pretty: typeof prettyStream = createRequire(import.meta.url)('pino-pretty');
  const lines = pretty({
    colorize: process.stdout.isTTY,
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
    ...(destination ? { destination } : {}),
  });
  return pino(settings, lines);
}

let printedSecond = Number.NaN;
let printed = '';

/** ISO 8601; all but the milliseconds is printed once for all lines of a second. */
function printTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  if (now - milliseconds !== printedSecond) {
    printedSecond = now - milliseconds;
    printed = new Date(printedSecond).toISOString().slice(0, -'000Z'.length);
  }
  const zeros = milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : '';
  return `,"time":"${printed}${zeros}${milliseconds}Z"`;
}

/** A request that was responded to. */
export interface RequestLine {
  /** Plain characters only. */
  readonly requestId: string;
  /** A token of HTTP, which has no quotes. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Hexadecimal digits. */
  readonly traceId: string | undefined;
}

/**
 * Writes the line of a request as pino would: a general logger takes three times as long to write a line
 * whose fields are known, and there is one for every request.
 */
export function createRequestLog(log: Log): (line: RequestLine) => void {
  const output = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym];
  return ({ requestId, method, path, status, ms, traceId }) => {
    if (!log.isLevelEnabled('info')) return;
    const quoted = plainPath.test(path) ? `"${path}"` : JSON.stringify(path);
    const request = `"method":"${method}","path":${quoted}`;
    const trace = traceId === undefined ? '' : `"trace_id":"${traceId}",`;
    output?.write(
      `{"level":"info"${printTime()},"request_id":"${requestId}",${trace}${request},"status":${status},"ms":${printTenths(ms)},"msg":"Request completed"}\n`,
    );
  };
}

/** Nothing in it has to be escaped, as in most paths. */
const plainPath = /^[\w/-]*$/;

/** With one digit after the point, as far as it is needed: V8 prints whole numbers several times as fast. */
function printTenths(value: number): string {
  const tenths = Math.round(value * 10);
  const digit = tenths % 10;
  return digit === 0 ? `${tenths / 10}` : `${(tenths - digit) / 10}.${digit}`;
}

/** Each write wakes another thread; SonicBoom writes at most 16 KB at once. */
const bufferBytes = 15 * 1024;
const flushMs = 100;

/** Writes many lines at once when there are many, and each within a moment. */
function createBufferedOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: bufferBytes });
  /** Joined once for many lines: SonicBoom counts the bytes of each, which makes V8 copy it first. */
  let lines = '';
  let isScheduled = false;
  let isFlushedAtExit = false;
  const flush = () => {
    isScheduled = false;
    output.write(lines);
    lines = '';
    output.flush();
  };
  const flushAtExit = () => {
    output.write(lines);
    output.flushSync();
  };
  return {
    write(line) {
      if (!isFlushedAtExit) process.once('exit', flushAtExit);
      isFlushedAtExit = true;
      lines += line;
      if (!isScheduled) setTimeout(flush, flushMs).unref();
      isScheduled = true;
      if (lines.length < bufferBytes) return;
      output.write(lines);
      lines = '';
    },
  };
}

export interface LogThrottle {
  /** Logs the first of these lines a second; the next one says how many were left out. */
  warn(fields: object, message: string): void;
}

const intervalMs = 1000;
const throttles = new WeakMap<Log, LogThrottle>();

/** While something is away every request reports it: a log needs to know once a second. */
export function createLogThrottle(log: Log): LogThrottle {
  const known = throttles.get(log);
  if (known) return known;
  // Messages are constants of the program, so that there are few.
  const lines = new Map<string, { loggedAt: number; suppressed: number }>();
  const throttle: LogThrottle = {
    warn(fields, message) {
      const now = performance.now();
      const last = lines.get(message);
      if (last && now - last.loggedAt < intervalMs) {
        last.suppressed += 1;
        return;
      }
      lines.set(message, { loggedAt: now, suppressed: 0 });
      log.warn({ ...fields, ...(last?.suppressed && { suppressed: last.suppressed }) }, message);
    },
  };
  throttles.set(log, throttle);
  return throttle;
}
