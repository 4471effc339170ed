import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLOutputType,
  type GraphQLScalarType,
  GraphQLString,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

/** The value of the response; undefined if it has to be completed as usual. */
export type ReadPlain = (value: unknown) => unknown;

type Test = (value: unknown) => boolean;

/**
 * Reads values with nothing left to do, of which most columns of a row are: strings of String, integers of
 * Int, lists of these, and values of enums, which have names.
 */
export function plainReaderOf(type: GraphQLOutputType): ReadPlain | undefined {
  if (isNonNullType(type)) return readerOfPresent(type.ofType);
  const read = readerOfPresent(type);
  return read && ((value) => (value === null ? null : read(value)));
}

function readerOfPresent(type: GraphQLOutputType): ReadPlain | undefined {
  if (isEnumType(type)) {
    const names = new Map<unknown, string>(
      type.getValues().map(({ value, name }) => [value, name]),
    );
    return (value) => names.get(value);
  }
  const test = testOf(type);
  return test && ((value) => (test(value) ? value : undefined));
}

/** Tells values that are their own value in the response. */
function testOf(type: GraphQLOutputType): Test | undefined {
  if (isListType(type)) {
    const { ofType } = type;
    const test = testOf(isNonNullType(ofType) ? ofType.ofType : ofType);
    const isNullable = !isNonNullType(ofType);
    return test && ((value) => Array.isArray(value) && areAll(value, test, isNullable));
  }
  if (!isScalarType(type)) return undefined;
  return type.extensions.passes === 'string' ? isString : tests.get(type);
}

/** `every` would leave out the holes of an array. */
function areAll(values: readonly unknown[], test: Test, isNullable: boolean): boolean {
  for (const value of values) if (!(test(value) || (isNullable && value === null))) return false;
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
