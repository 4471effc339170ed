import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import type { Site } from './run.ts';

/** The object type of this name, if it is one that the abstract type allows. */
export function runtimeTypeOf(
  name: unknown,
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  { nodes, parentType, definition }: Site,
  value: unknown,
): GraphQLObjectType {
  const expected = `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${parentType.name}.${definition.name}"`;
  if (name === null || name === undefined) {
    throw new GraphQLError(
      `${expected}. Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  }
  if (isObjectType(name)) {
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    );
  }
  if (typeof name !== 'string') {
    throw new GraphQLError(
      `${expected} with value ${inspect(value)}, received "${inspect(name)}".`,
    );
  }
  const runtimeType = schema.getType(name);
  const resolved = `Abstract type "${type.name}" was resolved to a`;
  if (!runtimeType) {
    throw new GraphQLError(`${resolved} type "${name}" that does not exist inside the schema.`, {
      nodes,
    });
  }
  if (!isObjectType(runtimeType)) {
    throw new GraphQLError(`${resolved} non-object type "${name}".`, { nodes });
  }
  if (schema.isSubType(type, runtimeType)) return runtimeType;
  throw new GraphQLError(
    `Runtime Object type "${runtimeType.name}" is not a possible type for "${type.name}".`,
    { nodes },
  );
}
