import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type AccessRule, requireAccess } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import { accessRuleOf } from '../schema/guard.ts';
import { describeForGraphql } from './public-error.ts';
import type { Operation, ServerPlugin } from './server-plugin.ts';

/**
 * Checks before an operation runs whether the caller may run all of it, so that an unauthorized caller
 * learns nothing from how the input would fail. The schema's guard checks each field again.
 */
export function useAccess(): ServerPlugin {
  const check = ({ schema, document, operationName, contextValue }: Operation) => {
    const { caller } = contextValue;
    try {
      const rules = accessRulesOf(schema, document, operationName);
      for (const rule of rules) requireAccess(caller, rule);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { errors: [describeForGraphql(error)] };
    }
  };
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const rejection = check(args);
      if (rejection) setResultAndStopExecution(rejection);
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const rejection = check(args);
      if (rejection) setResultAndStopExecution(rejection);
    },
  };
}

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
