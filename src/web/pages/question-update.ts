import { graphql } from '../api/graphql.ts';

export const updateDocument = graphql(`
  mutation UpdateQuestion($id: ID!, $input: QuestionChangesInput!, $ifVersion: [Int!]) {
    updateQuestion(id: $id, input: $input, ifVersion: $ifVersion) {
      id
      version
    }
  }
`);
