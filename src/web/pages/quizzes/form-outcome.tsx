import type { Outcome } from './use-outcome.ts';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** What came of an assembly, in words. */
export function FormOutcome({ outcome }: { outcome: Outcome }) {
  const { status, gap, conflicts, irreducible, error } = outcome;
  switch (status) {
    case 'QUEUED':
    case 'RUNNING':
      return (
        <div class="note" role="status">
          <p>{status === 'QUEUED' ? 'Waiting for a worker…' : 'Assembling…'}</p>
          <progress aria-label="Assembling" />
          <p class="muted">You may leave the page: the form will be among the quizzes.</p>
        </div>
      );
    case 'OPTIMAL':
      return (
        <p class="note good" role="status">
          <strong>Optimal.</strong> It meets every constraint, and no better form exists.
        </p>
      );
    case 'FEASIBLE':
      return (
        <p class="note warning" role="status">
          <strong>Feasible.</strong> It meets every constraint. The time limit was reached before it
          was known to be the best: another one could be better by {percent.format(gap ?? 0)} at
          most.
        </p>
      );
    case 'INFEASIBLE':
      return (
        <div class="note danger" role="alert" id="conflicts">
          <p>
            <strong>No form is possible.</strong>{' '}
            {conflicts.length === 1
              ? 'The bank cannot meet this constraint:'
              : 'These constraints contradict each other. Relax any one of them:'}
          </p>
          <ul class="plain">
            {conflicts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {irreducible === false && (
            <p class="muted">The time limit was reached: some of them may not be needed.</p>
          )}
        </div>
      );
    case 'FAILED':
      return (
        <div class="note danger" role="alert">
          <p>
            <strong>The assembly failed.</strong> {error?.detail}
          </p>
        </div>
      );
  }
}
