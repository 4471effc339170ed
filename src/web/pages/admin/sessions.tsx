import { graphql, type ResultOf } from '../../api/graphql.ts';
import { signOut } from '../../api/session.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { type QueryState, useQuery } from '../../api/use-query.ts';
import { useSession } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { showDate } from '../../parts/labels.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSecondFactor } from './own-second-factor.tsx';

const sessionsDocument = graphql(`
  query Sessions {
    sessions(first: 100) {
      nodes {
        id
        current
        userAgent
        createdAt
        lastUsedAt
        expiresAt
      }
      totalCount
    }
  }
`);

const endDocument = graphql(`
  mutation EndSession($id: ID!) {
    revokeSession(id: $id)
  }
`);

/** Where the account is signed in, and what it signs in with. */
export function Sessions() {
  const needsSecondFactor = useSession()?.needsSecondFactor;
  const sessions = useQuery(sessionsDocument, {}, !needsSecondFactor);
  const isLoading = !needsSecondFactor && !sessions.data && !sessions.error;
  return (
    <>
      {!needsSecondFactor && <SessionList {...sessions} />}
      <OwnSecondFactor isHidden={isLoading} onChange={sessions.reload}>
        {!needsSecondFactor && <OwnPassword onChange={sessions.reload} />}
      </OwnSecondFactor>
    </>
  );
}

type ListProps = QueryState<ResultOf<typeof sessionsDocument>>;

function SessionList({ data, error, reload }: ListProps) {
  const end = useMutation(endDocument);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={6} />;
  const nodes = [...(data.sessions?.nodes ?? [])].sort((a, b) =>
    b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <>
      <Failure of={[end.failure]} />
      <ul class="items">
        {nodes.map(({ id, current, userAgent, createdAt, lastUsedAt, expiresAt }) => (
          <li key={id}>
            <div>
              <strong>{browserOf(userAgent)}</strong>{' '}
              {current && <span class="badge info">this one</span>}
              <p class="muted">
                since {showDate(createdAt)}, last used {showDate(lastUsedAt)}, ends{' '}
                {showDate(expiresAt)}
              </p>
              {userAgent && <p class="hint">{userAgent}</p>}
            </div>
            <div class="buttons">
              {current ? (
                <button type="button" class="quiet" onClick={() => signOut()}>
                  Sign out here
                </button>
              ) : (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`End the session since ${showDate(createdAt)}`}
                  onClick={async () => {
                    await end.run({ id });
                    reload();
                  }}
                >
                  End
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The name of the browser; most pretend to be others too, so the order counts. */
function browserOf(agent: string | null): string {
  if (!agent) return 'Unknown program';
  const names = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'curl'];
  const found = names.find((name) => agent.includes(name));
  return { Edg: 'Edge', OPR: 'Opera' }[found ?? ''] ?? found ?? agent.split(/[\s/]/)[0] ?? agent;
}
