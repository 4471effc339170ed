/** Figures and words of a result as a line in a terminal has room for them. */
export function tellValue(name: string, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return tellNumber(name, value);
  const isList = Array.isArray(value) && value.length > 0 && value.every(isPlain);
  return isList ? value.map((each) => tellValue(name, each)).join(', ') : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

const shareNames = /share|score|rate$|accuracy|agreement|noise$/;

function tellNumber(name: string, value: number): string {
  if (shareNames.test(name) && value >= 0 && value <= 1) return `${(value * 100).toFixed(1)} %`;
  return Number.isInteger(value)
    ? value.toLocaleString('en')
    : String(Number(value.toPrecision(4)));
}

/** The members of an object that fit into a line: «given: Science, suggested: Geography». */
export function tellMembers(value: object, leftOut: readonly string[] = []): string {
  return Object.entries(value)
    .filter(([name]) => !leftOut.includes(name))
    .flatMap(([name, member]) => {
      const told = tellValue(name, member);
      return told === undefined ? [] : `${name.replaceAll('_', ' ')}: ${told}`;
    })
    .join(', ');
}
