import { useScope } from '../../api/use-session.ts';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { addressOf, type Place } from '../../router.ts';
import { Accounts } from './accounts.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Sessions } from './sessions.tsx';
import { WebhookPage } from './webhook.tsx';
import { Webhooks } from './webhooks.tsx';

const sections = {
  accounts: 'Accounts',
  keys: 'API keys',
  webhooks: 'Webhooks',
  sessions: 'Sessions',
} as const;
type Section = keyof typeof sections;

/** Who has access, and who is told of changes. */
export function Admin({ place }: { place: Place }) {
  const [, , name = '', id] = place.path.split('/');
  const isAdmin = useScope('admin');
  const usual: Section = isAdmin ? 'accounts' : 'keys';
  const open = (Object.keys(sections) as Section[]).find((each) => each === name) ?? usual;
  const offset = Number(place.query.get('offset')) || 0;
  return (
    <>
      <h1>Admin</h1>
      <nav class="tabs" aria-label="Administration">
        {(Object.keys(sections) as Section[]).map((each) => (
          <a
            key={each}
            href={addressOf(`/admin/${each}`)}
            aria-current={each === open ? 'page' : undefined}
          >
            {sections[each]}
          </a>
        ))}
      </nav>
      <div class="admin">
        {open === 'accounts' && (
          <ScopeGate scope="admin" purpose="manage accounts">
            <Accounts offset={offset} />
          </ScopeGate>
        )}
        {open === 'keys' && (
          <ScopeGate purpose="manage your API keys">
            <ApiKeys />
          </ScopeGate>
        )}
        {open === 'webhooks' && (
          <ScopeGate scope="webhooks:manage" purpose="manage webhooks">
            {id ? <WebhookPage key={id} id={id} offset={offset} /> : <Webhooks />}
          </ScopeGate>
        )}
        {open === 'sessions' && (
          <ScopeGate purpose="see your sessions">
            <Sessions />
          </ScopeGate>
        )}
      </div>
    </>
  );
}
