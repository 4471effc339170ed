import type { Place } from '../router.ts';

export function NotFound({ place }: { place: Place }) {
  return (
    <section class="empty">
      <h1>Nothing here</h1>
      <p>
        There is no page at <code>{place.path}</code>. Go to the <a href="#/">dashboard</a> or the{' '}
        <a href="#/questions">questions</a>.
      </p>
    </section>
  );
}
