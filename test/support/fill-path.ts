/**
 * The ids in the path of a row, by the names it gives them. A path with two of them takes a target
 * `first/second`, or one id for both.
 */
export function idsOf(path: string, target: string): Record<string, string> {
  const [id = '', other = id] = target.split('/');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, index) => [name, index === 0 ? id : other]));
}

export function fillPath(path: string, target: string): string {
  const ids = idsOf(path, target);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}
