import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
} from '../parts/labels.tsx';

/** Which questions a list shows; all of it is in the address. */
export interface Criteria {
  readonly category: readonly Category[];
  readonly level: readonly Level[];
  readonly search: string;
  readonly topic: string;
  readonly source: string;
  /** Created at this time or later. */
  readonly since: string;
  readonly ids: readonly string[];
  /** A rule that the last check of quality found broken; it stands for the ids of its questions. */
  readonly found: string;
}

export function readCriteria(query: URLSearchParams): Criteria {
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  const text = (name: string) => query.get(name) ?? '';
  const since = new Date(text('since'));
  return {
    category: categoryKeys.filter((key) => list('category').includes(key)),
    level: levelKeys.filter((key) => list('level').includes(key)),
    search: text('search'),
    topic: text('topic'),
    source: text('source'),
    since: Number.isNaN(since.getTime()) ? '' : since.toISOString(),
    ids: list('ids').slice(0, 100),
    found: text('found'),
  };
}

export function isFiltered(criteria: Criteria): boolean {
  return Object.values(criteria).some((value) => value.length > 0);
}

export function toFilter({ category, level, search, topic, source, since, ids }: Criteria) {
  return {
    ...(category.length > 0 && { category: [...category] }),
    ...(level.length > 0 && { difficulty: [...level] }),
    ...(search && { search }),
    ...(topic && { topicFocus: [topic] }),
    ...(source && { source }),
    ...(since && { createdAfter: since }),
    ...(ids.length > 0 && { ids: [...ids] }),
  };
}

/** The same for the address of the form of an analysis. */
export function toPageQuery({ category, level, ids, found: _, ...texts }: Criteria) {
  if (ids.length > 0) return { ids: ids.join(',') };
  return { category: category.join(','), level: level.join(','), ...texts };
}

/** The same as a query string of the REST API. */
export function toRestQuery(criteria: Criteria): URLSearchParams {
  const { category, level, search, topic, source, since, ids } = criteria;
  const query = new URLSearchParams();
  for (const key of category) query.append('category[]', categories[key]);
  for (const key of level) query.append('difficulty[]', String(levelKeys.indexOf(key)));
  if (search) query.set('search', search);
  if (topic) query.append('topic_focus[]', topic);
  if (source) query.set('source', source);
  if (since) query.set('created_after', since);
  if (ids.length > 0) query.set('ids', ids.join(','));
  return query;
}
