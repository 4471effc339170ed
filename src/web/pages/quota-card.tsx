import { useQuota } from '../api/quota.ts';
import { useSession } from '../api/use-session.ts';
import { showNumber } from '../parts/labels.tsx';

/** How much of the caller's budget is used. */
export function QuotaCard() {
  const quota = useQuota();
  const session = useSession();
  if (!quota) return null;
  const used = quota.limit - quota.remaining;
  return (
    <section class="card" aria-labelledby="quota">
      <h2 id="quota">Your budget</h2>
      <p>
        <label>
          <meter max={quota.limit} high={quota.limit * 0.8} value={used}>
            {showNumber(used)}
          </meter>
          {showNumber(used)} of {showNumber(quota.limit)} points used in {quota.windowSeconds} s
        </label>
      </p>
      <p class="muted">
        {session ? `Shared by all sessions and keys of ${session.email}. ` : 'Sign in for more. '}
        <a href="/docs">What requests cost</a>
      </p>
    </section>
  );
}
