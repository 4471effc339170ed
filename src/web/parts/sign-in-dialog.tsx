import { useState } from 'preact/hooks';
import { signIn } from '../api/session.ts';
import { Dialog } from './dialog.tsx';

export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // It may be open above another form.
    event.stopPropagation();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const problem = await signIn(String(form.get('email')), String(form.get('password'))).catch(
      () => 'The service cannot be reached. Check that it is running, then try again.',
    );
    setBusy(false);
    setFault(problem);
    if (!problem) onClose();
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
