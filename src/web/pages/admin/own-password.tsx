import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { notePasswordChange } from '../../api/session.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { Failure } from '../../parts/failure.tsx';

const changeDocument = graphql(`
  mutation ChangePassword($input: PasswordChangeInput!) {
    changePassword(input: $input)
  }
`);

/** Changes the password of the caller, which ends the other sessions. */
export function OwnPassword({ onChange }: { onChange: () => void }) {
  const { run, isBusy, failure } = useMutation(changeDocument);
  const [isDone, setDone] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const input = { current: String(given.get('current')), new: String(given.get('new')) };
    const isChanged = (await run({ input })) !== undefined;
    setDone(isChanged);
    if (!isChanged) return;
    form.reset();
    notePasswordChange();
    onChange();
  };
  return (
    <form class="card stack narrow" onSubmit={submit}>
      <h2>Change your password</h2>
      <Failure of={[failure]} />
      <label>
        Current password
        <input type="password" name="current" autoComplete="current-password" required />
      </label>
      <label>
        New password
        <input type="password" name="new" autoComplete="new-password" required />
        <span class="hint">12 to 128 characters. Your other sessions end.</span>
      </label>
      <p aria-live="polite">
        {isDone && 'Your password is changed, and your other sessions have ended.'}
      </p>
      <div class="buttons">
        <button type="submit" disabled={isBusy}>
          Change password
        </button>
      </div>
    </form>
  );
}
