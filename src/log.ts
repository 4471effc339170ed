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

let printedAt = 0;
let printed = '';

/** ISO 8601, printed once for all lines of a millisecond. */
function printTime(): string {
  const now = Date.now();
  if (now !== printedAt) printed = `,"time":"${new Date(now).toISOString()}"`;
  printedAt = now;
  return printed;
}

/** For lines without secrets: to look for them takes as long as to write the line. */
export function createRequestLog(log: Log): Log {
  return log.child({}, { redact: [] });
}

const bufferBytes = 4096;
const flushMs = 100;

/** Writes many lines at once when there are many, and each within a moment. */
function createBufferedOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: bufferBytes });
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(flush, flushMs).unref();
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
