import { useSession } from '../api/use-session.ts';
import { addressOf } from '../router.ts';

/** Asks who was given a password by the service to choose one, as long as they have not. */
export function PasswordNote() {
  const expiresAt = useSession()?.passwordExpiresAt;
  if (!expiresAt) return null;
  return (
    <p class="note warning" role="status">
      The service made up your password, which expires on {new Date(expiresAt).toLocaleString()}.{' '}
      <a href={addressOf('/admin/sessions')}>Choose one of your own</a>
    </p>
  );
}
