import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useScopes, useSession } from '../api/use-session.ts';
import { SignInDialog } from './sign-in-dialog.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props {
  /** Without one, any account will do. */
  readonly scope?: string | undefined;
  /** What it is needed for, such as "see forms". */
  readonly purpose: string;
  /** The heading, where the children have their own. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** Shows its children to visitors who have the scope; others read what is missing and how to get it. */
export function ScopeGate({ scope, purpose, title, children }: Props) {
  const scopes = useScopes();
  const session = useSession();
  if (!scopes) return <Skeleton lines={6} />;
  if (scope ? scopes.includes(scope) : session) return <>{children}</>;
  return (
    <>
      {title && <h1>{title}</h1>}
      <MissingScope scope={scope} purpose={purpose} />
    </>
  );
}

function MissingScope({ scope, purpose }: Pick<Props, 'scope' | 'purpose'>) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="note stack">
      <p>
        {scope ? (
          <>
            To {purpose}, you need the scope <code>{scope}</code>.{' '}
            {session
              ? `The account ${session.email} does not have it: ask an administrator for a role that does.`
              : 'Sign in with an account that has it.'}
          </>
        ) : (
          `To ${purpose}, sign in.`
        )}
      </p>
      {!session && (
        <div>
          <button type="button" onClick={() => setOpen(true)}>
            Sign in to {purpose}
          </button>
        </div>
      )}
      {isOpen && <SignInDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
