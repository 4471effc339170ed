import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScopes } from '../../api/use-session.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { showDate } from '../../parts/labels.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';

const keysDocument = graphql(`
  query ApiKeys {
    apiKeys(first: 50) {
      nodes {
        id
        name
        scopes
        createdAt
        expiresAt
        lastUsedAt
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateApiKey($input: NewApiKeyInput!) {
    createApiKey(input: $input) {
      id
      key
    }
  }
`);

const revokeDocument = graphql(`
  mutation RevokeApiKey($id: ID!) {
    deleteApiKey(id: $id)
  }
`);

/** Keys for programs. An account has at most 50, so that they fit on a page. */
export function ApiKeys() {
  const { data, error, reload } = useQuery(keysDocument, {});
  const revoke = useMutation(revokeDocument);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={6} />;
  const keys = data.apiKeys?.nodes ?? [];
  return (
    <>
      <Failure of={[revoke.failure]} />
      {keys.length === 0 && (
        <p class="empty">You have no API keys. A key lets a program use the API in your name.</p>
      )}
      <ul class="items">
        {keys.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <p class="tags">
                {scopes.map((scope) => (
                  <code key={scope} class="tag">
                    {scope}
                  </code>
                ))}
              </p>
              <p class="muted">
                created {showDate(createdAt)},{' '}
                {lastUsedAt ? `last used ${showDate(lastUsedAt)}` : 'never used'},{' '}
                {expiresAt ? `expires ${showDate(expiresAt)}` : 'does not expire'}
              </p>
            </div>
            <div class="buttons">
              <ConfirmButton
                label="Revoke"
                name={`Revoke ${name}`}
                title={`Revoke ${name}?`}
                text="Programs that use this key stop working at once. It cannot be brought back."
                onConfirm={async () => {
                  await revoke.run({ id });
                  reload();
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <NewKey onCreate={reload} />
    </>
  );
}

const day = 24 * 60 * 60 * 1000;
const lifetimes = { '30 days': 30, '90 days': 90, 'A year': 365, 'Does not expire': 0 } as const;

function NewKey({ onCreate }: { onCreate: () => void }) {
  const own = useScopes() ?? [];
  const { run, isBusy, failure } = useMutation(createDocument);
  const [key, setKey] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const days = Number(given.get('days'));
    const input = {
      name: String(given.get('name')),
      scopes: given.getAll('scope').map(String),
      ...(days > 0 && { expiresAt: new Date(Date.now() + days * day).toISOString() }),
    };
    const created = await run({ input });
    if (!created) return;
    setKey(created.createApiKey?.key ?? undefined);
    form.reset();
    onCreate();
  };
  return (
    <form class="card stack narrow" onSubmit={submit}>
      <h2>New API key</h2>
      <Failure of={[failure]} />
      {key && <Secret key={key} label="API key" value={key} />}
      <label>
        Name
        <input type="text" name="name" maxLength={100} required placeholder="What it is used for" />
      </label>
      <fieldset class="chips">
        <legend>Scopes: only what the program needs</legend>
        {own.map((scope) => (
          <label key={scope} class="chip">
            <input type="checkbox" name="scope" value={scope} />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <label>
        Expires after
        <select name="days">
          {Object.entries(lifetimes).map(([words, days]) => (
            <option key={words} value={days}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Create key
        </button>
      </div>
    </form>
  );
}
