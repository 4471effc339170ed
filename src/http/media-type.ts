/** Whether an Accept header allows one of these media types. */
export function accepts(header: string | null, types: readonly string[]): boolean {
  if (header === null || header.trim() === '') return true;
  return header.split(',').some((part) => {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) return false;
    return types.some((type) => matches(range.trim(), type));
  });
}

function matches(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
