import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { signOut } from './api/session.ts';
import { useSession } from './api/use-session.ts';
import { ConnectionNote } from './parts/connection-note.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Lazy } from './parts/lazy.tsx';
import { PasswordNote } from './parts/password-note.tsx';
import { SearchBox } from './parts/search-box.tsx';
import { SecondFactorNote } from './parts/second-factor-note.tsx';
import { Shortcuts } from './parts/shortcuts.tsx';
import { SignInDialog } from './parts/sign-in-dialog.tsx';
import { ThemeButton } from './parts/theme-button.tsx';
import { addressOf, type Place, usePlace } from './router.ts';

interface Section {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

const sections: readonly Section[] = [
  { path: '/', name: 'Dashboard', icon: 'dashboard' },
  { path: '/questions', name: 'Questions', icon: 'questions' },
  { path: '/analyses', name: 'Analyses', icon: 'analyses' },
  { path: '/quizzes', name: 'Quizzes', icon: 'quizzes' },
  { path: '/import', name: 'Import', icon: 'import' },
  { path: '/admin', name: 'Admin', icon: 'admin' },
];

type Page = FunctionComponent<{ place: Place }>;

/** Each page is loaded when it is wanted. */
const pages: readonly [pattern: RegExp, load: () => Promise<Page>][] = [
  [/^\/$/, async () => (await import('./pages/dashboard.tsx')).Dashboard],
  [/^\/questions(\/|$)/, async () => (await import('./pages/questions.tsx')).Questions],
  [/^\/analyses(\/|$)/, async () => (await import('./pages/analyses/analyses.tsx')).Analyses],
  [/^\/quizzes$/, async () => (await import('./pages/quizzes/forms.tsx')).Forms],
  [/^\/quizzes\/new$/, async () => (await import('./pages/quizzes/form-builder.tsx')).FormBuilder],
  [/^\/quizzes\/forms\//, async () => (await import('./pages/quizzes/form.tsx')).FormPage],
  [/^\/quizzes\/play(\/|$)/, async () => (await import('./pages/quizzes/play.tsx')).Play],
  [/^\/import(\/|$)/, async () => (await import('./pages/import/import.tsx')).Import],
  [/^\/admin(\/|$)/, async () => (await import('./pages/admin/admin.tsx')).Admin],
];

const notFound = async (): Promise<Page> => (await import('./pages/not-found.tsx')).NotFound;

export function Shell() {
  const place = usePlace();
  const load = pages.find(([pattern]) => pattern.test(place.path))?.[1] ?? notFound;
  const main = useRef<HTMLElement>(null);
  const name =
    place.path === '/' ? undefined : sections.find(({ path }) => isOpen(path, place))?.name;
  useEffect(() => {
    document.title = name ? `Quaestor: ${name}` : 'Quaestor';
  }, [name]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header place={place} />
      <ConnectionNote />
      <nav class="sections" aria-label="Sections">
        {sections.map(({ path, name, icon }) => (
          <a
            key={path}
            href={addressOf(path)}
            aria-current={isOpen(path, place) ? 'page' : undefined}
          >
            <Icon name={icon} />
            <span>{name}</span>
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <PasswordNote />
        <SecondFactorNote />
        <Lazy load={load} props={{ place }} />
      </main>
    </>
  );
}

function Header({ place }: { place: Place }) {
  return (
    <header class="top">
      <a class="brand" href="#/">
        Quaestor
      </a>
      <SearchBox place={place} />
      <div class="links">
        <a href="/graphql">GraphiQL</a>
        <a href="/docs">
          REST<span class="long"> API</span>
        </a>
        <Shortcuts />
        <ThemeButton />
        <SessionButton />
      </div>
    </header>
  );
}

function SessionButton() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  if (session && !session.hasEnded)
    return (
      <button type="button" class="quiet" title={session.email} onClick={() => signOut()}>
        Sign out
      </button>
    );
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Sign in
      </button>
      {isOpen && <SignInDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function isOpen(path: string, place: Place): boolean {
  return path === '/' ? place.path === '/' : place.path.startsWith(path);
}
