import { graphql } from '../../api/graphql.ts';

/** Returns at once: the page follows the assembly. */
export const assembleDocument = graphql(`
  mutation AssembleForms($input: AssembleFormsInput!) {
    assembleForms(input: $input, wait: 0) {
      id
    }
  }
`);

/** What came of an assembly, without its questions. */
export const outcomeDocument = graphql(`
  query FormOutcome($id: ID!) {
    form(id: $id) {
      id
      name
      status
      gap
      conflicts
      conflictPointers
      irreducible
      candidateCount
      request
      seed
      createdAt
      finishedAt
      error {
        detail
      }
    }
  }
`);
