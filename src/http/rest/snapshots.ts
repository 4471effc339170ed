import { newSnapshot } from '../../domain/snapshot-input.ts';
import { pageFragment, paging } from './paging.ts';
import { contentSelection } from './questions.ts';
import type { Row } from './row.ts';

const snapshotFields = `
    id name criteria question_count: questionCount created_by: createdBy created_at: createdAt`;

const snapshotFragment = `fragment Snapshot on Snapshot { ${snapshotFields} }`;

const example = { name: 'Final 2026', criteria: { category: ['Science'], difficulty: [2] } };

export const snapshotRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/snapshots',
    name: 'listSnapshots',
    summary: 'List snapshots, newest first',
    query: paging,
    document: `
      query ListSnapshots($first: Int, $offset: Int, $after: String) {
        body: snapshots(first: $first, offset: $offset, after: $after) {
          data: nodes { ...Snapshot }
          page { ...Page }
        }
      } ${snapshotFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/snapshots',
    name: 'createSnapshot',
    summary: 'Keep a selection of questions as they are now',
    body: { name: 'NewSnapshot', rules: newSnapshot, variable: 'input', example },
    document: `
      mutation CreateSnapshot($input: NewSnapshotInput!) {
        body: createSnapshot(input: $input) { ...Snapshot }
      } ${snapshotFragment}`,
    success: { status: 201, location: ({ id }) => `/snapshots/${id}` },
    errors: [],
  },
  {
    method: 'GET',
    path: '/snapshots/{id}',
    name: 'getSnapshot',
    summary: 'Get a snapshot and a page of its questions, which never change',
    query: paging,
    document: `
      query GetSnapshot($id: ID!, $first: Int, $offset: Int, $after: String) {
        body: snapshot(id: $id) {
          ${snapshotFields}
          questions(first: $first, offset: $offset, after: $after) {
            data: nodes { ...SnapshotQuestion }
            page { ...Page }
          }
        }
      }
      fragment SnapshotQuestion on SnapshotQuestion { id version ${contentSelection} }
      ${pageFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
];
