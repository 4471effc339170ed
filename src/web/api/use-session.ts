import { useEffect, useState } from 'preact/hooks';
import { anonymousScopes, currentSession, onSessionChange, type Session } from './session.ts';

export function useSession(): Session | undefined {
  const [session, setSession] = useState(currentSession);
  useEffect(() => {
    const update = () => setSession(currentSession());
    // It may have changed since the first rendering.
    update();
    return onSessionChange(update);
  }, []);
  return session;
}

/** What the visitor may do; undefined until it is known what everybody may. */
export function useScopes(): readonly string[] | undefined {
  const session = useSession();
  const [open, setOpen] = useState<readonly string[]>();
  useEffect(() => {
    if (!session) anonymousScopes().then(setOpen);
  }, [session]);
  return session?.scopes ?? open;
}

/** Whether the visitor may do this; what the service decides counts, this only hides what it would refuse. */
export function useScope(scope: string): boolean {
  return useScopes()?.includes(scope) ?? false;
}
