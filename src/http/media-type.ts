export const streamType = 'text/event-stream';

/** Whether an Accept header allows one of these media types in UTF-8. */
export function accepts(header: string | null, types: readonly string[]): boolean {
  if (header === null || header.trim() === '') return true;
  const ranges = header.toLowerCase().split(',').map(readRange);
  return types.some((type) => {
    const matching = ranges.filter(({ name }) => matches(name, type));
    // RFC 9110, 12.5.1: the most specific range that matches a type takes precedence.
    const [first] = matching.sort((one, other) => specificity(other.name) - specificity(one.name));
    return first?.isAccepted ?? false;
  });
}

function readRange(text: string): { name: string; isAccepted: boolean } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const rejecting = /^(q=0(\.0*)?|charset=(?!"?utf-?8"?$).*)$/;
  return { name, isAccepted: !parameters.some((parameter) => rejecting.test(parameter)) };
}

function matches(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

function specificity(range: string): number {
  if (range === '*/*') return 0;
  return range.endsWith('/*') ? 1 : 2;
}
