import {
  coerceInputValue,
  type ExecutionResult,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  typeFromAST,
} from 'graphql';
import { type Fault, validationError } from '../domain/errors.ts';
import { listFaults, maxListLength, type Rules } from '../domain/rules.ts';
import { describeForGraphql } from './public-error.ts';
import type { ServerPlugin } from './server-plugin.ts';

/**
 * A variable of the wrong type never reaches a resolver, so GraphQL would report type errors only, and
 * without pointers. This applies the input's own rules as well, to report all errors at once.
 */
export function useVariableErrors(): ServerPlugin {
  return {
    onExecute({ args }) {
      return {
        onExecuteDone({ result, setResult }) {
          const { errors, data } = result as ExecutionResult;
          if (!errors || data !== undefined) return;
          const { hideSuggestions } = args as { hideSuggestions?: boolean };
          const operation = getOperationAST(args.document, args.operationName);
          const faults = (operation?.variableDefinitions ?? []).flatMap(
            ({ variable, type, defaultValue }) => {
              const name = variable.name.value;
              const value = args.variableValues?.[name];
              if (value === undefined && defaultValue) return [];
              const inputType = typeFromAST(args.schema, type as Parameters<typeof typeFromAST>[1]);
              return faultsOf(inputType as GraphQLInputType, value, name, hideSuggestions);
            },
          );
          if (faults.length === 0) return;
          setResult({ errors: [describeForGraphql(validationError('BAD_USER_INPUT', faults))] });
        },
      };
    },
  };
}

/** As many as GraphQL itself reports: a list can hold a hundred thousand. */
const maxTypeErrors = 50;
const stop = new Error('Too many type errors');

function faultsOf(
  type: GraphQLInputType,
  value: unknown,
  name: string,
  hideSuggestions = false,
): Fault[] {
  const typeErrors: Fault[] = [];
  const collect: Parameters<typeof coerceInputValue>[2] = (path, _value, error) => {
    typeErrors.push({ path: [name, ...path], code: 'wrong_type', detail: error.message });
    if (typeErrors.length === maxTypeErrors) throw stop;
  };
  try {
    coerceInputValue(value ?? null, type, collect, hideSuggestions);
  } catch (error) {
    if (error !== stop) throw error;
  }
  if (typeErrors.length === 0) return [];
  const violations = ruleFaults(type, value, [name]);
  const isCovered = (typeError: Fault) =>
    violations.some(({ path }) => typeError.path.every((step, index) => path[index] === step));
  return [...violations, ...typeErrors.filter((typeError) => !isCovered(typeError))];
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
