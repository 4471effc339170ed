import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLOutputType,
  type GraphQLScalarType,
  GraphQLString,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

type Test = (value: unknown) => boolean;

/**
 * Tells values that are their own value in the response, of which most columns of a row are: strings of
 * String, integers of Int, lists of these. What it does not recognize is completed as usual.
 */
export function isCompleteOf(type: GraphQLOutputType): Test | undefined {
  if (isNonNullType(type)) return isCompleteOfPresent(type.ofType);
  const test = isCompleteOfPresent(type);
  return test && ((value) => value === null || test(value));
}

function isCompleteOfPresent(type: GraphQLOutputType): Test | undefined {
  if (isListType(type)) {
    const test = isCompleteOf(type.ofType);
    return test && ((value) => Array.isArray(value) && areAll(value, test));
  }
  if (!isScalarType(type)) return undefined;
  return type.extensions.passes === 'string' ? isString : tests.get(type);
}

/** `every` would leave out the holes of an array. */
function areAll(values: readonly unknown[], test: Test): boolean {
  for (const value of values) if (!test(value)) return false;
  return true;
}

const isString: Test = (value) => typeof value === 'string';

const tests = new Map<GraphQLScalarType, Test>([
  [GraphQLString, isString],
  [GraphQLID, isString],
  [GraphQLInt, (value) => typeof value === 'number' && (value | 0) === value],
  [GraphQLFloat, Number.isFinite],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
]);
