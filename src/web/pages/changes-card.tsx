import type { ResultOf } from '../api/graphql.ts';
import { showDate } from '../parts/labels.tsx';
import { addressOf } from '../router.ts';
import type { dashboardDocument } from './dashboard-query.ts';

type Changed = ResultOf<typeof dashboardDocument>['questions']['nodes'][number];

/** What changed last, and by whom. */
export function ChangesCard({ questions }: { questions: readonly Changed[] }) {
  return (
    <section class="card" aria-labelledby="latest">
      <h2 id="latest">Latest changes</h2>
      {questions.length === 0 && (
        <p class="empty">
          There are no questions yet. <a href="#/import">Import a file</a>, or{' '}
          <a href="#/questions/new">write the first question</a>.
        </p>
      )}
      <ul class="rows">
        {questions.map(({ id, questionText, updatedAt, history }) => {
          const [change] = history.nodes;
          return (
            <li key={id}>
              <a href={addressOf(`/questions/${id}`, { tab: 'history' })}>
                <span class="text" dir="auto">
                  {questionText}
                </span>
                <span class="muted">
                  {change?.changeName} {showDate(updatedAt)}
                  {change?.changedByName && ` by ${change.changedByName}`}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      {questions.length > 0 && (
        <p>
          <a href="#/questions">All questions, last changed first</a>
        </p>
      )}
    </section>
  );
}
