import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import type { AccessRule } from '../../domain/caller.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import type { Context } from '../../schema/context.ts';
import { costOf, type OperationCost } from '../../schema/cost.ts';
import { isRememberable } from '../../schema/rememberable.ts';
import { accessRulesOf } from './access-rules.ts';
import { parseDocument, withCode } from './parse-document.ts';
import { createPlan, type Plan } from './plan/plan.ts';
import { variableFaults } from './variable-faults.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Measured: syntax nodes with their tokens, planned fields, and errors take up to this much. */
const bytesPerToken = 500;
const bytesPerPlannedField = 1000;
const bytesPerError = 500;

/** Variables as they were sent, and as the schema's types understand them. */
export interface CoercedVariables {
  readonly sent: Variables;
  readonly coerced: Variables;
}

/** All that is known of an operation before its variables are. */
export interface PreparedOperation {
  readonly kind: OperationDefinitionNode['operation'];
  readonly rules: readonly AccessRule[];
  /** Whether its answer is the same until the questions it has read change. */
  readonly isRememberable: boolean;
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

/** A document with its operations, or with what keeps them from running. */
export interface PreparedDocument {
  /** The operation of this name, or without a name the only one. */
  find(operationName?: string | null): Preparation;
  /** An estimate of its memory; it grows as plans are made. */
  readonly bytes: number;
}

/** Parses and validates a document once; a stored one is exempt from the limits of those that clients send. */
export function prepareDocument(
  source: string,
  isStored: boolean,
  options: PreparationOptions,
): PreparedDocument {
  const { schema, introspection } = options;
  let document: DocumentNode;
  try {
    document = isStored ? parse(source) : parseDocument(source);
  } catch (error) {
    const failed = { errors: [asGraphqlError(error)] };
    return { find: () => failed, bytes: bytesPerError };
  }
  const rules = introspection ? [] : [NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, [...specifiedRules, ...rules], {
    hideSuggestions: !introspection,
  }).map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  // Of a document with errors nothing else is kept: they refer to its text alone.
  const isValid = errors.length === 0;
  const plans: Plan[] = [];
  const operations = document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { name, operation: kind } = definition;
    const preparation = isValid ? prepare(document, definition, options, plans) : { errors, kind };
    return [{ name: name?.value, preparation }];
  });
  const ownBytes = isValid
    ? (document.tokenCount ?? 0) * bytesPerToken
    : errors.length * bytesPerError;
  return {
    find(name) {
      const [first, second] = operations;
      const only = second ? undefined : first;
      const found = name == null ? only : operations.find((each) => each.name === name);
      return found?.preparation ?? { errors: [unknownOperation()] };
    },
    get bytes() {
      return plans.reduce((sum, { size }) => sum + size * bytesPerPlannedField, ownBytes);
    },
  };
}

function prepare(
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
    rules: [...accessRulesOf(schema, document, name)],
    isRememberable: isRememberable(schema, document, operation),
    costOf: (variables) => costOf(schema, document, name, variables),
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

/** Set by Pothos on fields whose resolver only reads a property; columns that are not loaded are undefined. */
function propertyOf({ extensions }: GraphQLField<unknown, unknown>): string | undefined {
  return (extensions as { pothosExposedField?: string }).pothosExposedField;
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (!(error instanceof ServiceError)) throw error;
  return new GraphQLError(error.message, { originalError: error });
}

function unknownOperation(): GraphQLError {
  return new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });
}
