import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Where the page is: the address bar is its state, so that every view can be shared and Back works. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The part after # belongs to the page: before it are the paths of the API. */
export function readPlace(hash = location.hash): Place {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?');
  return { path: path || '/', query: new URLSearchParams(search) };
}

export function addressOf(path: string, query: Record<string, string | undefined> = {}): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(set).toString();
  return `#${path}${search ? `?${search}` : ''}`;
}

/** Changes parameters of the current view; typing replaces the entry of the history instead of adding one. */
export function changeQuery(changes: Record<string, string | undefined>, isTyping = false): void {
  const { path, query } = readPlace();
  const address = addressOf(path, { ...Object.fromEntries(query), ...changes });
  if (isTyping) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = address;
}

/** For answers that may arrive late: whether the page that asked is still open, or somebody has left it. */
export function useIsOpen(): () => boolean {
  const path = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    path.current = readPlace().path;
    return () => {
      path.current = undefined;
    };
  }, []);
  return () => readPlace().path === path.current;
}

export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  // In the same step as rendering: nobody leaves before the page listens.
  useLayoutEffect(() => {
    const update = () => setPlace(readPlace());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return place;
}
