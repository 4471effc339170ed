import { useSession } from '../api/use-session.ts';
import { addressOf } from '../router.ts';

/** Says why nothing else works until the account has the second factor that it must have. */
export function SecondFactorNote() {
  if (!useSession()?.needsSecondFactor) return null;
  return (
    <p class="note warning" role="status">
      Your account must have a second factor before you can go on.{' '}
      <a href={addressOf('/admin/sessions')}>Set it up</a>
    </p>
  );
}
