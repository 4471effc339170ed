import { z } from 'zod';

/** A moment as RFC 3339 writes it, brought to UTC with milliseconds. */
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
  // In UTC it may leave the years 1 to 9999, and PostgreSQL reads no others as they are written here.
  return day && isDay(day) && year >= 1 && year <= 9999 ? instant : undefined;
}

/** Date takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
