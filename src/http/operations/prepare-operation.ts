import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  type NamedTypeNode,
  type OperationDefinitionNode,
  subscribe,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import type { AccessRule } from '../../domain/caller.ts';
import { validationError } from '../../domain/errors.ts';
import type { Context } from '../../schema/context.ts';
import { compileCost, type OperationCost } from '../../schema/cost.ts';
import { usesQuestionsAlone } from '../../schema/questions-alone.ts';
import { accessRulesOf } from './access-rules.ts';
import { createPlan, type Plan } from './plan/plan.ts';
import { variableFaults } from './variable-faults.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** Variables as they were sent, and as the schema's types understand them. */
export interface CoercedVariables {
  readonly sent: Variables;
  readonly coerced: Variables;
}

/** All that is known of an operation before its variables are. */
export interface PreparedOperation {
  readonly kind: OperationDefinitionNode['operation'];
  readonly name: string | undefined;
  readonly rules: readonly AccessRule[];
  /** If it is a query, its answer is the same until the questions it has read change. */
  readonly usesQuestionsAlone: boolean;
  /** The values of variables that are not given. */
  readonly defaults: Variables;
  costOf(variables: Variables): OperationCost;
  /** Throws an error that lists everything that is wrong with the variables. */
  coerce(variables: Variables): CoercedVariables;
  /** Runs a query or mutation. */
  execute(
    variables: CoercedVariables,
    context: Context,
  ): ExecutionResult | Promise<ExecutionResult>;
  subscribe(
    variables: CoercedVariables,
    context: Context,
  ): Promise<ExecutionResult | AsyncIterable<ExecutionResult>>;
}

/** An operation that cannot run, and why; its kind, if it could be read. */
export interface FailedOperation {
  readonly errors: readonly GraphQLError[];
  readonly kind?: OperationDefinitionNode['operation'];
}

export type Preparation = PreparedOperation | FailedOperation;

export interface PreparationOptions {
  readonly schema: GraphQLSchema;
  /** Off: introspection queries are invalid, and no error suggests names of the schema. */
  readonly introspection: boolean;
  /** Off: graphql-js executes operations, not plans. */
  readonly fastPath: boolean;
}

/** Prepares an operation of a valid document; its plan is added to the others of the document. */
export function prepareOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { schema, introspection, fastPath }: PreparationOptions,
  plans: Plan[],
): PreparedOperation {
  const name = operation.name?.value;
  const definitions = operation.variableDefinitions ?? [];
  const hideSuggestions = !introspection;
  const plan =
    fastPath && operation.operation !== 'subscription'
      ? createPlan({ schema, document, operation, propertyOf })
      : undefined;
  if (plan) plans.push(plan);
  const argsOf = ({ sent: variableValues }: CoercedVariables, contextValue: Context) => ({
    schema,
    document,
    operationName: name ?? null,
    variableValues,
    contextValue,
    hideSuggestions,
  });
  return {
    kind: operation.operation,
    name,
    rules: [...accessRulesOf(schema, document, name)],
    usesQuestionsAlone: usesQuestionsAlone(schema, document, operation),
    defaults: defaultsOf(schema, definitions),
    costOf: compileCost(schema, document, name),
    coerce(sent) {
      const { coerced, errors } = getVariableValues(schema, definitions, sent, { maxErrors: 1 });
      if (coerced) return { sent, coerced };
      const faults = variableFaults(schema, definitions, sent, hideSuggestions);
      throw faults.length > 0 ? validationError('BAD_USER_INPUT', faults) : errors?.[0];
    },
    execute: (variables, contextValue) =>
      plan?.execute({ variableValues: variables.coerced, contextValue }) ??
      execute(argsOf(variables, contextValue)),
    async subscribe(variables, contextValue) {
      return subscribe(argsOf(variables, contextValue));
    },
  };
}

function defaultsOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): Variables {
  const defaults: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of definitions) {
    // The document is valid, so that its types exist and its defaults are of them.
    const inputType = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined;
    if (defaultValue && inputType)
      defaults[variable.name.value] = valueFromAST(defaultValue, inputType);
  }
  return defaults;
}

/** Set by Pothos on fields whose resolver only reads a property; columns that are not loaded are undefined. */
function propertyOf({ extensions }: GraphQLField<unknown, unknown>): string | undefined {
  return (extensions as { pothosExposedField?: string }).pothosExposedField;
}
