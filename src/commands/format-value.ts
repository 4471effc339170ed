/** A value of a result on one line; undefined when it does not fit there. */
export function formatValue(name: string, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(name, value);
  const isList = Array.isArray(value) && value.length > 0 && value.every(isPlain);
  return isList ? value.map((each) => formatValue(name, each)).join(', ') : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

const percentageNames = /share|score|rate$|accuracy|agreement|noise$/;

function formatNumber(name: string, value: number): string {
  if (percentageNames.test(name) && value >= 0 && value <= 1) {
    return `${(value * 100).toFixed(1)} %`;
  }
  return Number.isInteger(value)
    ? value.toLocaleString('en')
    : String(Number(value.toPrecision(4)));
}

/** The fields of an object that fit on one line: "given: Science, suggested: Geography". */
export function formatFields(value: object, omitted: readonly string[] = []): string {
  return Object.entries(value)
    .filter(([name]) => !omitted.includes(name))
    .flatMap(([name, field]) => {
      const text = formatValue(name, field);
      return text === undefined ? [] : `${name.replaceAll('_', ' ')}: ${text}`;
    })
    .join(', ');
}
