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
import { brokenRules, type Fault } from '../domain/errors.ts';
import { listFaults, maxListLength, type Rules } from '../domain/rules.ts';
import { describeForGraphql } from './public-error.ts';
import type { ServerPlugin } from './server-plugin.ts';

/**
 * A variable that does not fit its type never reaches a resolver, so GraphQL would tell of the wrong
 * types alone and without a pointer. Here the input's own rules are asked as well: all faults at once.
 */
export function useVariableFaults(): ServerPlugin {
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
          setResult({ errors: [describeForGraphql(brokenRules('BAD_USER_INPUT', faults))] });
        },
      };
    },
  };
}

/** As many as GraphQL itself tells: a list can hold a hundred thousand. */
const mostMisfits = 50;
const enough = new Error('Enough misfits were found.');

function faultsOf(
  type: GraphQLInputType,
  value: unknown,
  name: string,
  hideSuggestions = false,
): Fault[] {
  const misfits: Fault[] = [];
  const note: Parameters<typeof coerceInputValue>[2] = (path, _value, error) => {
    misfits.push({ path: [name, ...path], code: 'wrong_type', detail: error.message });
    if (misfits.length === mostMisfits) throw enough;
  };
  try {
    coerceInputValue(value ?? null, type, note, hideSuggestions);
  } catch (error) {
    if (error !== enough) throw error;
  }
  if (misfits.length === 0) return [];
  const broken = ruleFaults(type, value, [name]);
  const isToldBetter = (misfit: Fault) =>
    broken.some(({ path }) => misfit.path.every((step, index) => path[index] === step));
  return [...broken, ...misfits.filter((misfit) => !isToldBetter(misfit))];
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

/** Enum names as the values our rules know; what fits no type stays as it is, for the rules to refuse. */
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
