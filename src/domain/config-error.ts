import type * as z from 'zod';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const title =
      problems.length === 1 ? '1 invalid setting' : `${problems.length} invalid settings`;
    super([`${title}:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** One line for each invalid value: the first of its issues. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of issues) {
    const key = path.join('.');
    const text = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
    if (!lines.has(key)) lines.set(key, `${String(path[0])}: ${text}`);
  }
  return [...lines.values()];
}
