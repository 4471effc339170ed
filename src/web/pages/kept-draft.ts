import { useEffect, useState } from 'preact/hooks';
import type { Current, Draft } from './question-draft.ts';

/** What is typed and the version it began with; kept by the tab until it is saved or cancelled. */
interface Kept {
  readonly draft: Draft;
  readonly base?: Current | undefined;
}

/** The draft of a question; a reload of the page, or a session that ends, loses nothing of it. */
export function useKeptDraft(id: string, begin: () => Kept) {
  const [kept, setKept] = useState<Kept>(() => readKept(id) ?? begin());
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(id), JSON.stringify(kept));
    } catch {
      // Without storage it lives as long as the page.
    }
  }, [id, kept]);
  return { ...kept, keep: setKept };
}

export function hasKept(id: string): boolean {
  return sessionStorage.getItem(keyOf(id)) !== null;
}

export function dropKept(id: string): void {
  sessionStorage.removeItem(keyOf(id));
}

function readKept(id: string): Kept | undefined {
  const text = sessionStorage.getItem(keyOf(id));
  return text === null ? undefined : (JSON.parse(text) as Kept);
}

function keyOf(id: string): string {
  return `quaestor-draft-${id}`;
}
