import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import type { introspection } from '../../generated/schema.d.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf } from '../../router.ts';

const webhooksDocument = graphql(`
  query Webhooks {
    webhooks(first: 100) {
      nodes {
        id
        url
        enabled
        disabledReason
        eventNames
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateWebhook($input: NewWebhookInput!) {
    createWebhook(input: $input) {
      id
      secret
    }
  }
`);

type EventType = introspection['types']['EventType']['enumValues'];

const eventTypes: readonly EventType[] = [
  'QUESTION_CREATED',
  'QUESTION_UPDATED',
  'QUESTION_DELETED',
  'QUESTION_RESTORED',
  'ANALYSIS_STARTED',
  'ANALYSIS_PROGRESSED',
  'ANALYSIS_COMPLETED',
  'ANALYSIS_FAILED',
  'ANALYSIS_CANCELLED',
];

/** Receivers of events. An account has at most 100, so that they fit on a page. */
export function Webhooks() {
  const { data, error, reload } = useQuery(webhooksDocument, {});
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={6} />;
  const webhooks = data.webhooks?.nodes ?? [];
  return (
    <>
      {webhooks.length === 0 && (
        <p class="empty">
          You have no webhooks. A webhook tells another service of changes to questions and runs.
        </p>
      )}
      <ul class="rows">
        {webhooks.map(({ id, url, enabled, disabledReason, eventNames }) => (
          <li key={id}>
            <a href={addressOf(`/admin/webhooks/${id}`)}>
              <span class="text">{url}</span>
              <span class="tags">
                <EnabledBadge isEnabled={enabled} reason={disabledReason} />
                <span class="muted">{eventNames.join(', ')}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <NewWebhook onCreate={reload} />
    </>
  );
}

export function EnabledBadge(props: { isEnabled: boolean; reason: string | null }) {
  if (props.isEnabled) return <span class="badge good">enabled</span>;
  return (
    <span class="badge warning">
      disabled{props.reason === 'gone' && ': the receiver answered 410'}
    </span>
  );
}

function NewWebhook({ onCreate }: { onCreate: () => void }) {
  const { run, isBusy, failure } = useMutation(createDocument);
  const [secret, setSecret] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const input = {
      url: String(given.get('url')),
      events: given.getAll('event') as EventType[],
    };
    const created = await run({ input });
    if (!created) return;
    setSecret(created.createWebhook?.secret ?? undefined);
    form.reset();
    onCreate();
  };
  return (
    <form class="card stack narrow" onSubmit={submit}>
      <h2>New webhook</h2>
      <Failure of={[failure]} />
      {secret && <Secret key={secret} label="Secret, to verify signatures" value={secret} />}
      <label>
        URL
        <input type="url" name="url" required placeholder="https://" />
      </label>
      <fieldset class="chips">
        <legend>Events to send</legend>
        {eventTypes.map((type) => (
          <label key={type} class="chip">
            <input type="checkbox" name="event" value={type} />
            <code>{type.toLowerCase().replace('_', '.')}</code>
          </label>
        ))}
      </fieldset>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Create webhook
        </button>
      </div>
    </form>
  );
}
