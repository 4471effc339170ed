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
 * Asks before anything is done whether the caller may do all of it, so that a stranger learns nothing
 * from how their input would have failed. The schema's own guard asks again, field by field.
 */
export function useAccess(): ServerPlugin {
  const ask = ({ schema, document, operationName, contextValue }: Operation) => {
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
      const refusal = ask(args);
      if (refusal) setResultAndStopExecution(refusal);
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusal = ask(args);
      if (refusal) setResultAndStopExecution(refusal);
    },
  };
}

/** What the fields of an operation ask of its caller. */
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
          const isMeant =
            definition.kind === Kind.FRAGMENT_DEFINITION &&
            definition.name.value === selection.name.value;
          if (isMeant) walk(definition.selectionSet);
        }
      }
      const field = selection.kind === Kind.FIELD ? fields?.[selection.name.value] : undefined;
      if (field) rules.add(accessRuleOf(field));
    }
  };
  if (operation) walk(operation.selectionSet);
  return rules;
}
