import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Lines for people instead of JSON for machines. */
  readonly isPretty: boolean;
}

/** Text from outside goes into fields, never into the message: fields are escaped, so a line stays one line. */
export function createLog(options: LogOptions, destination?: DestinationStream): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        // ioredis hangs the command on its errors, and with it the password it logs in with.
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
