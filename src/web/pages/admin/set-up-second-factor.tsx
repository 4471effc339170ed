import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { Failure } from '../../parts/failure.tsx';
import { Secret } from '../../parts/secret.tsx';

const startDocument = graphql(`
  mutation StartSecondFactor($input: SecondFactorStartInput!) {
    startSecondFactor(input: $input) {
      secret
      otpauthUri
    }
  }
`);

const confirmDocument = graphql(`
  mutation ConfirmSecondFactor($input: SecondFactorConfirmationInput!) {
    confirmSecondFactor(input: $input) {
      recoveryCodes
    }
  }
`);

interface Setup {
  readonly secret: string;
  readonly otpauthUri: string;
}

/** First the password, then the secret and its first code. */
export function SetUpSecondFactor({
  onChange,
}: {
  onChange: (codes: readonly string[] | undefined) => void;
}) {
  const [setup, setSetup] = useState<Setup>();
  return setup ? (
    <ConfirmSetup setup={setup} onChange={onChange} />
  ) : (
    <StartSetup onStart={setSetup} />
  );
}

function StartSetup({ onStart }: { onStart: (setup: Setup) => void }) {
  const { run, isBusy, failure } = useMutation(startDocument);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const started = await run({ input: { password: String(given.get('password')) } });
    if (started?.startSecondFactor) onStart(started.startSecondFactor);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <p>
        With a second factor, who knows your password cannot sign in without a code of the
        authenticator app on your device.
      </p>
      <Failure of={[failure]} />
      <label>
        Your password
        <input type="password" name="password" autoComplete="current-password" required />
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Set up a second factor
        </button>
      </div>
    </form>
  );
}

interface ConfirmProps {
  readonly setup: Setup;
  readonly onChange: (codes: readonly string[] | undefined) => void;
}

function ConfirmSetup({ setup, onChange }: ConfirmProps) {
  const { run, isBusy, failure } = useMutation(confirmDocument);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const confirmed = await run({ input: { code: String(given.get('code')) } });
    if (confirmed) onChange(confirmed.confirmSecondFactor?.recoveryCodes);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <p>
        Add this key to your authenticator app, or{' '}
        <a href={setup.otpauthUri}>open it in an app on this device</a>. Then type the code that the
        app shows. Your other sessions end.
      </p>
      <Secret label="Key" value={setup.secret} />
      <Failure of={[failure]} />
      <label>
        Code
        <input
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
        />
        <span class="hint">Six digits, within 15 minutes.</span>
      </label>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Confirm
        </button>
      </div>
    </form>
  );
}
