import { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import { SignInDialog } from './sign-in-dialog.tsx';

/** What happened, that nothing was lost, and what to do. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const [isSigningIn, setSigningIn] = useState(false);
  return (
    <div class="note danger stack" role="alert">
      <p>{messageOf(error)}</p>
      <div class="buttons start">
        {isSignedOut(error) && (
          <button type="button" onClick={() => setSigningIn(true)}>
            Sign in again
          </button>
        )}
        {onRetry && (
          <button type="button" class="quiet" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
      {isSigningIn && <SignInDialog onClose={() => setSigningIn(false)} />}
    </div>
  );
}

export function messageOf(error: unknown): string {
  if (isSignedOut(error))
    return 'You are not signed in, or your session has ended. Nothing was lost. Sign in, then try again.';
  if (error instanceof CombinedError) {
    if (error.networkError)
      return 'The service cannot be reached. Nothing was lost. Check that it is running, then try again.';
    const [first] = error.graphQLErrors;
    const faults = (first?.extensions.errors ?? []) as readonly Fault[];
    if (faults.length > 0) return faults.map(describeFault).join(' ');
    return first?.message ?? error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

function isSignedOut(error: unknown): boolean {
  if (!(error instanceof CombinedError)) return false;
  return (
    error.response?.status === 401 ||
    error.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')
  );
}

/** What is wrong with one value that was sent. */
interface Fault {
  readonly pointer?: string;
  readonly detail: string;
}

/** For example "incorrect answers: Must be distinct." */
function describeFault({ pointer = '', detail }: Fault): string {
  const words = pointer
    .replace(/^\//, '')
    .replaceAll('/', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words ? `${words}: ${detail}` : detail;
}
