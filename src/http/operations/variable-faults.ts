import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { type Fault, maxFaults } from '../../domain/errors.ts';
import { withoutSuggestion } from '../../domain/nearest-name.ts';
import { listFaults, maxListLength, type Rules } from '../../domain/rules.ts';
import { cutText } from '../../domain/text.ts';

/**
 * GraphQL reports a variable of the wrong type only by its type, without a pointer, and with a printed
 * copy of its value. This checks variables before an operation runs, and applies the input's own rules
 * as well, to report all errors at once.
 */
export function variableFaults(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Readonly<Record<string, unknown>>,
  hidesNames: boolean,
): Fault[] {
  return definitions.flatMap(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const value = values[name];
    if (value === undefined && defaultValue) return [];
    const inputType = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
    return faultsOf(inputType as GraphQLInputType, value ?? null, name, hidesNames);
  });
}

const stop = new Error('Enough type errors');

/** The first type errors of a value, with paths that start at `name`. */
function listTypeErrors(
  type: GraphQLInputType,
  value: unknown,
  name: string,
  limit: number,
  hideSuggestions: boolean,
): Fault[] {
  const typeErrors: Fault[] = [];
  const collect: Parameters<typeof coerceInputValue>[2] = (path, _value, error) => {
    typeErrors.push({ path: [name, ...path], code: 'wrong_type', detail: error.message });
    if (typeErrors.length === limit) throw stop;
  };
  try {
    coerceInputValue(value, type, collect, hideSuggestions);
  } catch (error) {
    if (error !== stop) throw error;
  }
  return typeErrors;
}

function faultsOf(
  type: GraphQLInputType,
  value: unknown,
  name: string,
  hideSuggestions: boolean,
): Fault[] {
  if (listTypeErrors(type, value, name, 1, hideSuggestions).length === 0) return [];
  const preview = previewOf(type, value);
  const typeErrors = listTypeErrors(type, preview, name, maxFaults, hideSuggestions);
  const found = ruleFaults(type, value, [name]);
  const violations = hideSuggestions
    ? found.map((fault) => ({ ...fault, detail: withoutSuggestion(fault.detail) }))
    : found;
  const isCovered = (typeError: Fault) =>
    violations.some(({ path }) => typeError.path.every((step, index) => path[index] === step));
  return [...violations, ...typeErrors.filter((typeError) => !isCovered(typeError))];
}

const maxEchoLength = 100;

/** The value as error messages may show it: without what is long or has no place in its type. */
function previewOf(type: GraphQLInputType, value: unknown): unknown {
  const nullable = getNullableType(type);
  if (typeof value === 'string') return cutText(value, maxEchoLength);
  if (typeof value !== 'object' || value === null) return value;
  if (isListType(nullable)) {
    return Array.isArray(value)
      ? value.slice(0, maxListLength + 1).map((item) => previewOf(nullable.ofType, item))
      : previewOf(nullable.ofType, value);
  }
  // A list is no input object; a free-form value has no wrong type, only wrong keys.
  if (isInputObjectType(nullable) && !Array.isArray(value)) {
    const fields = nullable.getFields();
    const entries = Object.entries(value).map(([key, item]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [cutText(key, maxEchoLength), field ? previewOf(field.type, item) : null];
    });
    return Object.fromEntries(entries);
  }
  if (getNamedType(nullable).name === 'JSON') return value;
  return Array.isArray(value) ? [] : {};
}

function ruleFaults(type: GraphQLInputType, value: unknown, at: Fault['path']): Fault[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return Array.isArray(value)
      ? value
          .slice(0, maxListLength + 1)
          .flatMap((item, index) => ruleFaults(nullable.ofType, item, [...at, index]))
      : ruleFaults(nullable.ofType, value, at);
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return [];
  const rules = getNamedType(nullable).extensions.rules as Rules<unknown> | undefined;
  if (!rules) return [];
  const faults = listFaults(rules, toInternal(nullable, value));
  return faults.map((fault) => ({ ...fault, path: [...at, ...fault.path] }));
}

/** Enum names as internal values; a value of the wrong type is unchanged, for the rules to reject. */
function toInternal(type: GraphQLInputType, value: unknown): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return (Array.isArray(value) ? value.slice(0, maxListLength + 1) : [value]).map((item) =>
      toInternal(nullable.ofType, item),
    );
  }
  if (isEnumType(nullable)) {
    return typeof value === 'string' ? (nullable.getValue(value)?.value ?? value) : value;
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return value;
  const fields = nullable.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [key, field ? toInternal(field.type, item) : item];
    }),
  );
}
