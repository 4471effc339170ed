import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { AccessRule } from '../../domain/caller.ts';
import { accessRuleOf } from '../../schema/access.ts';

/** The access rules of an operation's root fields. */
export function accessRulesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): Set<AccessRule> {
  const operation = getOperationAST(document, operationName);
  const fields = operation ? schema.getRootType(operation.operation)?.getFields() : undefined;
  const rules = new Set<AccessRule>();
  const walk = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        for (const definition of document.definitions) {
          const isSpread =
            definition.kind === Kind.FRAGMENT_DEFINITION &&
            definition.name.value === selection.name.value;
          if (isSpread) walk(definition.selectionSet);
        }
      }
      const field = selection.kind === Kind.FIELD ? fields?.[selection.name.value] : undefined;
      if (field) rules.add(accessRuleOf(field));
    }
  };
  if (operation) walk(operation.selectionSet);
  return rules;
}
