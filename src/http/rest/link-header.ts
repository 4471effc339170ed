import { maxOffset } from '../../domain/page.ts';
import type { HttpRequest } from '../exchange.ts';

export interface PageFigures {
  readonly limit: number;
  readonly offset: number | null;
  readonly total: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  /** Of a random order. */
  readonly seed?: string | null;
}

/** RFC 8288 links to the other pages of a list: by offset, or by cursor when one was used. */
export function linkHeader(
  { path, search }: Pick<HttpRequest, 'path' | 'search'>,
  page: PageFigures,
): string {
  const { limit, offset, total } = page;
  const query = splitAt(withSeed(search, page), offset === null ? 'cursor' : 'offset');
  const link = (rel: string, position: number | string) =>
    `<${path}${position === 0 ? query.without : query.with(position)}>; rel="${rel}"`;
  const links = [link('first', 0)];
  if (offset === null) {
    if (page.next_cursor) links.push(link('next', page.next_cursor));
    return links.join(', ');
  }
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  if (page.has_more && offset + limit <= maxOffset) links.push(link('next', offset + limit));
  if (last <= maxOffset) links.push(link('last', last));
  return links.join(', ');
}

/** The other pages are of the same order, whether or not the request chose it. */
function withSeed(search: string, { seed }: PageFigures): string {
  if (seed == null) return search;
  const parameters = new URLSearchParams(search);
  parameters.set('seed', seed);
  return String(parameters);
}

/** A query string that is written once, without a parameter and with any value of it. */
function splitAt(search: string, name: string) {
  const parameters = new URLSearchParams(search);
  // Keeps its place, or becomes the last one.
  parameters.set(name, '');
  const whole = `?${parameters}`;
  const start = whole.startsWith(`?${name}=`) ? 0 : whole.indexOf(`&${name}=`);
  const end = start + name.length + 2;
  const [before, after] = [whole.slice(0, start), whole.slice(end)];
  return {
    without: before === '' && after !== '' ? `?${after.slice(1)}` : before + after,
    with: (value: number | string) => `${whole.slice(0, end)}${encodeURIComponent(value)}${after}`,
  };
}
