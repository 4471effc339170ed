import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

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
    timestamp: pino.stdTimeFunctions.isoTime,
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
  if (!options.isPretty) return pino(settings, destination ?? pino.destination({ sync: false }));
  const lines = pretty({
    colorize: process.stdout.isTTY,
    translateTime: 'HH:MM:ss.l',
    singleLine: true,
    ...(destination ? { destination } : {}),
  });
  return pino(settings, lines);
}
