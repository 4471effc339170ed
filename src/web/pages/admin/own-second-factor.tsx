import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { renewNow } from '../../api/session.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Failure } from '../../parts/failure.tsx';
import { showDate } from '../../parts/labels.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

const statusDocument = graphql(`
  query SecondFactor {
    me {
      needsSecondFactor
      recoveryCodesLeft
      account {
        secondFactorAt
      }
    }
  }
`);

const removeDocument = graphql(`
  mutation RemoveSecondFactor($input: SecondFactorProofInput!) {
    removeSecondFactor(input: $input)
  }
`);

const renewDocument = graphql(`
  mutation RenewRecoveryCodes($input: SecondFactorProofInput!) {
    renewRecoveryCodes(input: $input) {
      recoveryCodes
    }
  }
`);

interface Props {
  /** Until what stands above it is loaded, so that it does not move. */
  readonly isHidden: boolean;
  readonly onChange: () => void;
  /** What stands below it. */
  readonly children: ComponentChildren;
}

/** Sets up and removes the second factor of the caller, which ends the other sessions. */
export function OwnSecondFactor({ isHidden, onChange, children }: Props) {
  const { data, error, reload } = useQuery(statusDocument, {});
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async (fresh: readonly string[] | undefined) => {
    setCodes(fresh);
    // Who had to set one up has scopes only with the next token.
    if (data?.me?.needsSecondFactor) await renewNow();
    reload();
    onChange();
  };
  if (isHidden) return null;
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data?.me) return <Skeleton lines={3} />;
  const { account, recoveryCodesLeft } = data.me;
  return (
    <>
      <section class="card stack narrow" aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        {codes && <Secret label="Recovery codes" value={codes.join(' ')} />}
        {account.secondFactorAt ? (
          <>
            <p>
              Set up on {showDate(account.secondFactorAt)}. {recoveryCodesLeft} recovery codes are
              left: each replaces a code of the app once, if you lose it.
            </p>
            <ChangeSecondFactor onChange={finish} />
          </>
        ) : (
          <SetUpSecondFactor onChange={finish} />
        )}
      </section>
      {children}
    </>
  );
}

function ChangeSecondFactor({ onChange }: { onChange: (codes?: readonly string[]) => void }) {
  const remove = useMutation(removeDocument);
  const renew = useMutation(renewDocument);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const input = { password: String(given.get('password')), code: String(given.get('code')) };
    const isRenewal = (event.submitter as HTMLButtonElement | null)?.value === 'renew';
    const renewed = isRenewal ? await renew.run({ input }) : undefined;
    if (!(isRenewal ? renewed : await remove.run({ input }))) return;
    form.reset();
    onChange(renewed?.renewRecoveryCodes?.recoveryCodes);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Failure of={[remove.failure, renew.failure]} />
      <label>
        Your password
        <input type="password" name="password" autoComplete="current-password" required />
      </label>
      <label>
        Code of the app, or a recovery code
        <input type="text" name="code" autoComplete="one-time-code" required />
      </label>
      <div class="buttons">
        <button type="submit" class="quiet" value="renew" disabled={renew.isBusy}>
          New recovery codes
        </button>
        <button type="submit" class="quiet" value="remove" disabled={remove.isBusy}>
          Remove second factor
        </button>
      </div>
    </form>
  );
}
