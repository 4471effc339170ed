import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { questionFields } from '../domain/question-content.ts';

/**
 * Fields whose value follows from the questions alone, and whose statements are all our own. Anything that
 * depends on the caller, the clock, runs or the history is missing here, and so is every new field until
 * someone has thought about it.
 */
const fields: Readonly<Record<string, readonly string[]>> = {
  Query: ['question', 'questions', 'questionCounts', 'node'],
  Mutation: ['createQuestion', 'updateQuestion', 'deleteQuestion'],
  Node: ['id'],
  Question: [
    ...questionFields,
    'id',
    'categoryName',
    'difficultyLevel',
    'version',
    'createdAt',
    'updatedAt',
  ],
  QuestionConnection: ['edges', 'nodes', 'pageInfo', 'page', 'totalCount'],
  QuestionCounts: ['groups', 'total', 'more'],
  QuestionCount: [
    'category',
    'categoryName',
    'difficulty',
    'difficultyLevel',
    'topicFocus',
    'source',
    'createdMonth',
    'count',
  ],
  QuestionEdge: ['node', 'cursor'],
  PageInfo: ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'],
  Page: ['limit', 'offset', 'total', 'hasMore', 'nextCursor', 'seed'],
};

/** Whether an operation reads or changes nothing but questions, by statements of our own. */
export function usesQuestionsAlone(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const info = new TypeInfo(schema);
  let isAllowed = true;
  visit(
    document,
    visitWithTypeInfo(info, {
      // Only fragments and the operation itself: others of the document are not executed.
      OperationDefinition: (node) => (node === operation ? undefined : false),
      Field(node) {
        const parent = info.getParentType();
        const name = node.name.value;
        const allowed = parent ? (fields[getNamedType(parent).name] ?? []) : [];
        if (name !== '__typename' && !allowed.includes(name)) isAllowed = false;
      },
    }),
  );
  return isAllowed;
}
