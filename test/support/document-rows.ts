import { documents } from '../../src/http/rest/documents.ts';
import type { Row } from '../../src/http/rest/row.ts';

/** The documents as rows, for tests of what all REST paths have in common. */
export const documentRows: readonly Row[] = documents.map(({ path, name, summary }) => ({
  method: 'GET',
  path,
  name,
  summary,
  document: '',
  success: { status: 200 },
  errors: [],
}));
