import { pageFields } from '../../domain/page.ts';
import type { Parameter } from './row.ts';

/** The query parameters of every list. */
export const paging: Record<string, Parameter> = {
  limit: { schema: pageFields.first, variable: 'first' },
  offset: { schema: pageFields.offset, variable: 'offset' },
  cursor: { schema: pageFields.after, variable: 'after' },
};

export const pageFragment = `
  fragment Page on Page { limit offset total has_more: hasMore next_cursor: nextCursor }`;
