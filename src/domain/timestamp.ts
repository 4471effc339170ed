import * as z from 'zod';

/** An RFC 3339 timestamp, normalized to UTC with milliseconds. */
export const timestamp = z
  .string()
  .check((payload) => {
    const instant = parseTimestamp(payload.value);
    if (instant) {
      payload.value = instant.toISOString();
      return;
    }
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Must be an RFC 3339 timestamp such as 2026-01-31T12:00:00Z.',
      params: { code: 'invalid' },
    });
  })
  .meta({ format: 'date-time' });

const rfc3339 =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

function parseTimestamp(value: string): Date | undefined {
  const [, day] = rfc3339.exec(value) ?? [];
  const instant = new Date(value.toUpperCase());
  const year = instant.getUTCFullYear();
  // Converted to UTC it may leave the years 1 to 9999, the only ones PostgreSQL parses in this format.
  return day && isDay(day) && year >= 1 && year <= 9999 ? instant : undefined;
}

/** Date would parse February 30 as March 2. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
