import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useIsOpen } from '../../router.ts';
import { Deliveries } from './deliveries.tsx';
import { EnabledBadge } from './webhooks.tsx';

const webhookDocument = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      id
      url
      enabled
      disabledReason
      eventNames
      filter
    }
  }
`);

const changeDocument = graphql(`
  mutation ChangeWebhook($id: ID!, $input: WebhookChangesInput!) {
    updateWebhook(id: $id, input: $input) {
      id
    }
  }
`);

const testDocument = graphql(`
  mutation TestWebhook($id: ID!) {
    testWebhook(id: $id) {
      id
      status
      attempts {
        status
        error {
          detail
        }
      }
    }
  }
`);

const rotateDocument = graphql(`
  mutation RotateSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      id
      secret
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(id: $id)
  }
`);

/** One receiver, and what was sent to it. */
export function WebhookPage({ id, offset }: { id: string; offset: number }) {
  const { data, error, reload } = useQuery(webhookDocument, { id });
  const [change, test, rotate, remove] = [
    useMutation(changeDocument),
    useMutation(testDocument),
    useMutation(rotateDocument),
    useMutation(deleteDocument),
  ];
  const [round, setRound] = useState(0);
  const isOpen = useIsOpen();
  const [tested, setTested] = useState<{ isDelivered: boolean; text: string }>();
  const [secret, setSecret] = useState<string>();
  const back = (
    <a class="back" href="#/admin/webhooks">
      ← All webhooks
    </a>
  );
  if (error) {
    return (
      <>
        {back}
        <ErrorNote error={error} onRetry={reload} />
      </>
    );
  }
  const webhook = data?.webhook;
  if (!webhook) return <Skeleton lines={8} />;
  const send = async () => {
    const sent = (await test.run({ id }))?.testWebhook;
    setRound(round + 1);
    if (sent) setTested(outcomeOf(sent));
  };
  return (
    <>
      {back}
      <h2>{webhook.url}</h2>
      <p class="tags">
        <EnabledBadge isEnabled={webhook.enabled} reason={webhook.disabledReason} />
        <span class="muted">{webhook.eventNames.join(', ')}</span>
        {webhook.filter !== null && <code class="tag">{JSON.stringify(webhook.filter)}</code>}
      </p>
      <Failure of={[change.failure, test.failure, rotate.failure, remove.failure]} />
      {secret && (
        <Secret key={secret} label="New secret; the old one works for 24 hours" value={secret} />
      )}
      {tested && (
        <p class={tested.isDelivered ? 'note good' : 'note danger'} role="status">
          {tested.text}
        </p>
      )}
      <div class="buttons start">
        <button type="button" disabled={test.isBusy} onClick={send}>
          Send a test
        </button>
        <button
          type="button"
          class="quiet"
          onClick={async () => {
            await change.run({ id, input: { enabled: !webhook.enabled } });
            reload();
          }}
        >
          {webhook.enabled ? 'Disable' : 'Enable'}
        </button>
        <ConfirmButton
          label="Rotate secret"
          title="Rotate the secret?"
          text="Messages carry signatures by both secrets for 24 hours: give the new one to the receiver by then."
          onConfirm={async () => {
            const rotated = await rotate.run({ id });
            setSecret(rotated?.rotateWebhookSecret?.secret ?? undefined);
          }}
        />
        <ConfirmButton
          label="Delete"
          title="Delete this webhook?"
          text="Its deliveries are deleted with it. To pause it, disable it instead."
          onConfirm={async () => {
            if ((await remove.run({ id })) && isOpen()) location.hash = '#/admin/webhooks';
          }}
        />
      </div>
      <Deliveries key={round} webhookId={id} offset={offset} />
    </>
  );
}

function outcomeOf(sent: {
  status: string;
  attempts: readonly { status: number | null; error: { detail: string } | null }[];
}) {
  const last = sent.attempts.at(-1);
  const isDelivered = sent.status === 'DELIVERED';
  return {
    isDelivered,
    text: isDelivered
      ? `The test was delivered: the receiver answered ${last?.status}.`
      : `The test was not delivered. ${last?.error?.detail ?? ''}`,
  };
}
