import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, changeQuery, type Place } from '../router.ts';
import { useKeys } from './use-keys.ts';

/** Typing asks nothing before a pause: an anonymous visitor has 60 points a minute. */
const pauseMs = 400;

/** `/` moves here from anywhere. Typing filters the list of questions; Enter opens it. */
export function SearchBox({ place }: { place: Place }) {
  const isList = place.path.startsWith('/questions');
  const searched = isList ? (place.query.get('search') ?? '') : '';
  const [text, setText] = useState(searched);
  const input = useRef<HTMLInputElement>(null);
  /** What this box has put into the address: only what came from elsewhere replaces what is typed. */
  const sent = useRef(searched);
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setText(searched);
  }, [searched]);
  useEffect(() => {
    if (!isList || text.trim() === searched) return;
    const filter = () => {
      sent.current = text.trim();
      changeQuery({ search: sent.current, offset: undefined }, true);
    };
    const timer = setTimeout(filter, pauseMs);
    return () => clearTimeout(timer);
  }, [text, searched, isList]);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.current = text.trim();
          const filters = isList ? { ...Object.fromEntries(place.query), offset: '', tab: '' } : {};
          location.hash = addressOf('/questions', { ...filters, search: sent.current });
        }}
      >
        <input
          ref={input}
          type="search"
          aria-label="Search in questions, answers and topics"
          placeholder='Search: words or "a phrase"  /'
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
