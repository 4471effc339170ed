export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The code fences of a text, in order. */
export function readFences(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The npm scripts that a text mentions. */
export function namedScripts(markdown: string): string[] {
  const named = markdown.matchAll(
    /\bnpm (?:run (?:--silent )?(?<long>[\w:-]+)|(?<short>start|test)\b)/g,
  );
  return [...new Set([...named].map(({ groups = {} }) => groups.long ?? groups.short ?? ''))];
}

/** The project files and folders that a text names or links to. */
export function namedPaths(markdown: string): string[] {
  const paths =
    markdown.match(/(?<![\w/.:-])(?:src|test|prisma|bench|deploy)(?:\/[\w.-]*\w)+/g) ?? [];
  const links = [...markdown.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
    ([, target = '']) => target,
  );
  return [...new Set([...paths, ...links])];
}

/** Whether a value matches an example; «…» in the example is a wildcard. */
export function matchesExample(example: unknown, value: unknown): boolean {
  if (typeof example === 'string') {
    const [start = '', end] = example.split('…');
    return end === undefined ? value === example : String(value).startsWith(start);
  }
  if (Array.isArray(example)) {
    return (
      Array.isArray(value) &&
      value.length >= example.length &&
      example.every((item, index) => matchesExample(item, value[index]))
    );
  }
  if (typeof example !== 'object' || example === null) return value === example;
  const fields = Object.entries(example).filter(([name]) => name !== '…');
  const isWhole = fields.length === Object.keys(example).length;
  const given = Object(value) as Record<string, unknown>;
  return (
    fields.every(([name, item]) => name in given && matchesExample(item, given[name])) &&
    (!isWhole || Object.keys(given).length === fields.length)
  );
}
