import { maxOffset } from '../../domain/page.ts';
import type { HttpRequest } from '../exchange.ts';

export interface PageFigures {
  readonly limit: number;
  readonly offset: number | null;
  readonly total: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** RFC 8288 links to the other pages of a list: by offset, or by cursor when one was used. */
export function linkHeader(
  target: Pick<HttpRequest, 'path' | 'search'>,
  page: PageFigures,
): string {
  const link = (rel: string, changes: Record<string, string | null>) => {
    const search = new URLSearchParams(target.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) search.delete(name);
      else search.set(name, value);
    }
    const query = search.size > 0 ? `?${search}` : '';
    return `<${target.path}${query}>; rel="${rel}"`;
  };
  const { limit, offset, total } = page;
  if (offset === null) {
    const links = [link('first', { cursor: null })];
    if (page.next_cursor) links.push(link('next', { cursor: page.next_cursor }));
    return links.join(', ');
  }
  const at = (position: number) => ({ offset: position === 0 ? null : String(position) });
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [link('first', at(0))];
  if (offset > 0) links.push(link('prev', at(Math.max(0, offset - limit))));
  if (page.has_more && offset + limit <= maxOffset) links.push(link('next', at(offset + limit)));
  if (last <= maxOffset) links.push(link('last', at(last)));
  return links.join(', ');
}
