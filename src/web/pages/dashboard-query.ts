import { graphql } from '../api/graphql.ts';

export const dashboardDocument = graphql(`
  query Dashboard {
    questions(sort: UPDATED_AT_DESC, first: 6) {
      totalCount
      nodes {
        id
        questionText
        updatedAt
        history(first: 1) {
          nodes {
            changeName
            changedByName
          }
        }
      }
    }
  }
`);
