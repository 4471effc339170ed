import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { type AccountChanges, AccountRow, type Role, RoleOptions } from './account-row.tsx';

const pageSize = 50;

const accountsDocument = graphql(`
  query Accounts($first: Int, $offset: Int) {
    accounts(first: $first, offset: $offset) {
      nodes {
        id
        email
        role
        disabled
        quota
        secondFactorAt
        createdAt
      }
      page {
        total
        hasMore
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateAccount($input: NewAccountInput!) {
    createAccount(input: $input) {
      id
    }
  }
`);

const changeDocument = graphql(`
  mutation ChangeAccount($id: ID!, $input: AccountChangesInput!) {
    updateAccount(id: $id, input: $input) {
      id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteAccount($id: ID!) {
    deleteAccount(id: $id)
  }
`);

const resetDocument = graphql(`
  mutation ResetSecondFactor($id: ID!) {
    resetSecondFactor(id: $id)
  }
`);

export function Accounts({ offset }: { offset: number }) {
  const { data, error, reload } = useQuery(accountsDocument, { first: pageSize, offset });
  const change = useMutation(changeDocument);
  const remove = useMutation(deleteDocument);
  const reset = useMutation(resetDocument);
  const update = async (id: string, input: AccountChanges) => {
    await change.run({ id, input });
    // Also after a failure: what was chosen is not what is stored.
    reload();
  };
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Failure of={[change.failure, remove.failure, reset.failure]} />
      <ul class="items">
        {data.accounts?.nodes.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            onChange={(changes) => update(account.id, changes)}
            onReset={async () => {
              await reset.run({ id: account.id });
              reload();
            }}
            onDelete={async () => {
              await remove.run({ id: account.id });
              reload();
            }}
          />
        ))}
      </ul>
      {data.accounts && <Pager offset={offset} size={pageSize} page={data.accounts.page} />}
      <NewAccount onCreate={reload} />
    </>
  );
}

const initialRole: Role = 'VIEWER';

function NewAccount({ onCreate }: { onCreate: () => void }) {
  const { run, isBusy, failure } = useMutation(createDocument);
  const [role, setRole] = useState<Role>(initialRole);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const input = {
      email: String(given.get('email')),
      password: String(given.get('password')),
      role,
    };
    if (!(await run({ input }))) return;
    form.reset();
    setRole(initialRole);
    onCreate();
  };
  return (
    <form class="card stack narrow" onSubmit={submit}>
      <h2>New account</h2>
      <Failure of={[failure]} />
      <label>
        E-mail
        <input type="email" name="email" autoComplete="off" required />
      </label>
      <label>
        Password
        <input type="password" name="password" autoComplete="new-password" required />
        <span class="hint">12 to 128 characters.</span>
      </label>
      <label>
        Role
        <select
          name="role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        >
          <RoleOptions chosen={role} />
        </select>
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Create account
        </button>
      </div>
    </form>
  );
}
