/** What one check of a set-up found. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });

export const warning = (name: string, detail: string, remedy: string): Check => ({
  name,
  status: 'warning',
  detail,
  remedy,
});

export const problem = (name: string, detail: string, remedy: string): Check => ({
  name,
  status: 'problem',
  detail,
  remedy,
});
