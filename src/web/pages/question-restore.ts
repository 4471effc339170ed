import { graphql } from '../api/graphql.ts';

export const restoreDocument = graphql(`
  mutation RestoreQuestion($id: ID!, $version: Int!, $ifVersion: [Int!]) {
    restoreQuestion(id: $id, version: $version, ifVersion: $ifVersion) {
      id
      version
    }
  }
`);
