import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
} from 'graphql';
import type { Reads } from '../../schema/reads.ts';
import type { OperationInput } from '../operations/run-operation.ts';

export type VariableTypes = ReadonlyMap<string, GraphQLInputType>;

/** The types of an operation's variables. */
export function variableTypesOf(schema: GraphQLSchema, document: string): VariableTypes {
  const operation = parse(document).definitions.find(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  );
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error('Stored document without an operation');
  return new Map(
    (operation.variableDefinitions ?? []).map(({ variable, type }) => [
      variable.name.value,
      // Stored operations are valid: the parity test runs them all.
      typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]) as GraphQLInputType,
    ]),
  );
}

/**
 * Values that the rules of a row have accepted, as the input of its operation. The rules give what
 * coercion would; only graphql-js insists on doing it again.
 */
export function toOperationInput(
  types: VariableTypes | undefined,
  values: Record<string, unknown>,
  fastPath: boolean,
  reads?: Reads,
): OperationInput {
  return fastPath
    ? { coerced: withoutUndefined(values), reads }
    : { variables: serializeVariables(types, values), reads };
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  for (const name in values) if (values[name] === undefined) delete values[name];
  return values;
}

function serializeVariables(
  types: VariableTypes | undefined,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const type = types?.get(name);
      return type && value !== undefined ? [[name, serializeInput(type, value)]] : [];
    }),
  );
}

/** An internal value as a client would send it: enum values by name. */
function serializeInput(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return serializeInput(type.ofType, value);
  if (isListType(type)) {
    return Array.isArray(value) ? value.map((item) => serializeInput(type.ofType, item)) : value;
  }
  if (isEnumType(type)) return type.serialize(value);
  if (!isInputObjectType(type) || typeof value !== 'object') return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = fields[name];
      return [name, field ? serializeInput(field.type, item) : item];
    }),
  );
}
