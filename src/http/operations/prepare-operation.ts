import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { AccessRule } from '../../domain/caller.ts';
import { type Fault, ServiceError } from '../../domain/errors.ts';
import { costOf, type OperationCost } from '../../schema/cost.ts';
import { isRememberable } from '../../schema/rememberable.ts';
import { accessRulesOf } from './access-rules.ts';
import { parseDocument, withCode } from './parse-document.ts';
import { variableFaults } from './variable-faults.ts';

type Variables = Readonly<Record<string, unknown>>;

/** All that is known of an operation before its variables are. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly name: string | undefined;
  readonly kind: OperationDefinitionNode['operation'];
  readonly rules: readonly AccessRule[];
  /** Whether its answer is the same until the questions it has read change. */
  readonly isRememberable: boolean;
  costOf(variables: Variables): OperationCost;
  faultsOf(variables: Variables): readonly Fault[];
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
}

/** A document with its operations, or with what keeps them from running. */
export interface PreparedDocument {
  /** The operation of this name, or without a name the only one. */
  find(operationName?: string | null): Preparation;
  /** What it keeps in memory. */
  readonly tokens: number;
  readonly errors: number;
}

/** Parses and validates a document once; a stored one is exempt from the limits of those that clients send. */
export function prepareDocument(
  source: string,
  isStored: boolean,
  { schema, introspection }: PreparationOptions,
): PreparedDocument {
  let document: DocumentNode;
  try {
    document = isStored ? parse(source) : parseDocument(source);
  } catch (error) {
    const failed = { errors: [asGraphqlError(error)] };
    return { find: () => failed, tokens: 0, errors: 1 };
  }
  const rules = introspection ? [] : [NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, [...specifiedRules, ...rules], {
    hideSuggestions: !introspection,
  }).map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  // Of a document with errors nothing else is kept: they refer to its text alone.
  const isValid = errors.length === 0;
  const operations = document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { name, operation: kind } = definition;
    const preparation = isValid
      ? prepare(schema, document, definition, !introspection)
      : { errors, kind };
    return [{ name: name?.value, preparation }];
  });
  return {
    find(name) {
      const [first, second] = operations;
      const only = second ? undefined : first;
      const found = name == null ? only : operations.find((each) => each.name === name);
      return found?.preparation ?? { errors: [unknownOperation()] };
    },
    tokens: isValid ? (document.tokenCount ?? 0) : 0,
    errors: errors.length,
  };
}

function prepare(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  hidesNames: boolean,
): PreparedOperation {
  const name = operation.name?.value;
  const definitions = operation.variableDefinitions ?? [];
  return {
    document,
    name,
    kind: operation.operation,
    rules: [...accessRulesOf(schema, document, name)],
    isRememberable: isRememberable(schema, document, operation),
    costOf: (variables) => costOf(schema, document, name, variables),
    faultsOf: (variables) => variableFaults(schema, definitions, variables, hidesNames),
  };
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
