import { useEffect } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { showDate } from '../../parts/labels.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';

const pageSize = 20;
/** What is on its way, or about to be, is asked for again so often; what is tried much later is not. */
const pauseMs = 2000;
const soonMs = 60_000;

const deliveriesDocument = graphql(`
  query Deliveries($id: ID!, $first: Int, $offset: Int) {
    webhookDeliveries(id: $id, first: $first, offset: $offset) {
      nodes {
        id
        type
        status
        attemptCount
        createdAt
        nextAttemptAt
        payload
        attempts {
          number
          startedAt
          status
          durationMs
          error {
            detail
          }
        }
      }
      page {
        total
        hasMore
      }
    }
  }
`);

const retryDocument = graphql(`
  mutation RetryDelivery($id: ID!, $webhookId: ID!) {
    retryWebhookDelivery(id: $id, webhookId: $webhookId) {
      id
    }
  }
`);

const words = {
  DELIVERED: ['delivered', 'good'],
  PENDING: ['pending', 'info'],
  DEAD: ['failed', 'danger'],
} as const;

/** What was sent to a webhook, newest first, with every attempt. */
export function Deliveries({ webhookId, offset }: { webhookId: string; offset: number }) {
  const variables = { id: webhookId, first: pageSize, offset };
  const { data, error, reload } = useQuery(deliveriesDocument, variables);
  const retry = useMutation(retryDocument);
  const isOnItsWay = data?.webhookDeliveries?.nodes.some(
    ({ status, nextAttemptAt }) => status === 'PENDING' && isSoon(nextAttemptAt),
  );
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setTimeout(reload, pauseMs);
    return () => clearTimeout(timer);
  }, [data]);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={6} />;
  const nodes = data.webhookDeliveries?.nodes ?? [];
  return (
    <section aria-labelledby="deliveries">
      <div class="heading">
        <h3 id="deliveries">Deliveries</h3>
        <button type="button" class="quiet" onClick={reload}>
          Refresh
        </button>
      </div>
      <Failure of={[retry.failure]} />
      {nodes.length === 0 && (
        <p class="empty">Nothing was sent yet. Change a question, or send a test.</p>
      )}
      <ul class="items">
        {nodes.map((delivery) => {
          const [word, tone] = words[delivery.status];
          return (
            <li key={delivery.id}>
              <div>
                <code>{delivery.type}</code> <span class={`badge ${tone}`}>{word}</span>
                <p class="muted">
                  {showDate(delivery.createdAt)},{' '}
                  {delivery.attemptCount === 1 ? '1 attempt' : `${delivery.attemptCount} attempts`}
                  {delivery.nextAttemptAt && `, next ${showDate(delivery.nextAttemptAt)}`}
                </p>
                <details>
                  <summary>Attempts and body</summary>
                  <ol class="plain">
                    {delivery.attempts.map(({ number, startedAt, status, durationMs, error }) => (
                      <li key={number}>
                        {showDate(startedAt)}: {status ?? 'no answer'}, {durationMs} ms
                        {error && `. ${error.detail}`}
                      </li>
                    ))}
                  </ol>
                  <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
                </details>
              </div>
              <div class="buttons">
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Send again: ${delivery.type} of ${showDate(delivery.createdAt)}`}
                  onClick={async () => {
                    await retry.run({ id: delivery.id, webhookId });
                    reload();
                  }}
                >
                  Send again
                </button>
              </div>
            </li>
          );
        })}
      </ul>
      {data.webhookDeliveries && (
        <Pager offset={offset} size={pageSize} page={data.webhookDeliveries.page} />
      )}
    </section>
  );
}

function isSoon(time: string | null): boolean {
  return time === null || Date.parse(time) < Date.now() + soonMs;
}
