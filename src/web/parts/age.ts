const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const ages = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** How long ago: "2 hours ago". */
export function showAge(date: string, now = Date.now()): string {
  const seconds = (now - new Date(date).getTime()) / 1000;
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['second', 1];
  return ages.format(-Math.round(seconds / length), unit);
}
