import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showDate } from '../../parts/labels.tsx';
import { Pager } from '../../parts/pager.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf, type Place } from '../../router.ts';
import { sizeOf } from './form-size.ts';
import { FormStatusBadge } from './form-status.tsx';

const pageSize = 20;

const formsDocument = graphql(`
  query Forms($first: Int, $offset: Int) {
    forms(first: $first, offset: $offset) {
      nodes {
        id
        name
        status
        request
        createdAt
      }
      page {
        total
        hasMore
      }
    }
  }
`);

/** All forms, newest first. */
export function Forms({ place }: { place: Place }) {
  return (
    <>
      <div class="heading">
        <h1>Quizzes</h1>
        <a class="button" href="#/quizzes/new">
          Build a form
        </a>
        <a class="button quiet" href="#/quizzes/play">
          Play a quiz
        </a>
      </div>
      <ScopeGate scope="quizzes:read" purpose="see forms">
        <FormList offset={Number(place.query.get('offset')) || 0} />
      </ScopeGate>
    </>
  );
}

function FormList({ offset }: { offset: number }) {
  const { data, error, reload } = useQuery(formsDocument, { first: pageSize, offset });
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  const { nodes = [], page } = data.forms ?? {};
  if (nodes.length === 0)
    return (
      <p class="empty">
        There are no forms yet. A form is a set of questions that fits a blueprint, to print or to
        hand to another program. <a href="#/quizzes/new">Build the first one</a>
      </p>
    );
  return (
    <>
      <ul class="rows">
        {nodes.map(({ id, name, status, request, createdAt }) => (
          <li key={id}>
            <a href={addressOf(`/quizzes/forms/${id}`)}>
              <span class="text">{name ?? 'Form without a name'}</span>
              <span class="tags">
                <FormStatusBadge status={status} />
                <span class="muted">
                  {sizeOf(request)}, {showDate(createdAt)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {page && <Pager offset={offset} size={pageSize} page={page} />}
    </>
  );
}
