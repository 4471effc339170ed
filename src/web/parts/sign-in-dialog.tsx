import { useState } from 'preact/hooks';
import { signIn } from '../api/session.ts';
import { Dialog } from './dialog.tsx';

export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // It may be open above another form.
    event.stopPropagation();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const code = form.get('code');
    const problem = await signIn({
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(code && { code: String(code) }),
    }).catch(() => 'The service cannot be reached. Check that it is running, then try again.');
    setBusy(false);
    if (!problem) onClose();
    else if (problem === 'code') setNeedsCode(true);
    setFault(problem === 'code' ? undefined : problem);
  };
  return (
    <Dialog title="Sign in" onClose={onClose}>
      <form onSubmit={submit} class="stack">
        <label>
          E-mail
          <input type="email" name="email" autoComplete="username" required />
        </label>
        <label>
          Password
          <input type="password" name="password" autoComplete="current-password" required />
        </label>
        {needsCode && (
          <label>
            Code
            <input
              type="text"
              name="code"
              autoComplete="one-time-code"
              ref={(input) => input?.focus()}
              required
            />
            <span class="hint">
              The six digits that your authenticator app shows, or a recovery code.
            </span>
          </label>
        )}
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <p class="muted">
          The first start printed the e-mail address and password of the administrator.
        </p>
        <div class="buttons">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" disabled={isBusy}>
            Sign in
          </button>
        </div>
      </form>
    </Dialog>
  );
}
