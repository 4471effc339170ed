import type { introspection } from '../../generated/schema.d.ts';

export type FormStatus = introspection['types']['FormStatus']['enumValues'];

const words: Record<FormStatus, readonly [word: string, tone: string]> = {
  QUEUED: ['waiting', 'info'],
  RUNNING: ['assembling', 'info'],
  OPTIMAL: ['optimal', 'good'],
  FEASIBLE: ['feasible', 'warning'],
  INFEASIBLE: ['infeasible', 'danger'],
  FAILED: ['failed', 'danger'],
};

export function FormStatusBadge({ status }: { status: FormStatus }) {
  const [word, tone] = words[status];
  return <span class={`badge ${tone}`}>{word}</span>;
}

export function isFinished(status: FormStatus): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}
