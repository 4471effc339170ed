import {
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { isPromise } from 'graphql/jsutils/isPromise.js';
import { completerOf } from './complete-value.ts';
import { executeFields, executeSerially, type FieldPlan } from './execute-fields.ts';
import { plainReaderOf } from './plain-value.ts';
import { argumentReaderOf } from './read-arguments.ts';
import { CollectedErrors, type Run, type Site } from './run.ts';
import { createSelection, type Selection } from './selection.ts';

export interface PlanInput {
  readonly contextValue: unknown;
  readonly rootValue?: unknown;
  /** Coerced by `getVariableValues`. */
  readonly variableValues: Readonly<Record<string, unknown>>;
}

/** How a query or mutation is executed, worked out once for all executions. */
export interface Plan {
  /** The result of `execute` of graphql-js; undefined where that has to be called instead. */
  execute(input: PlanInput): ExecutionResult | Promise<ExecutionResult> | undefined;
  /** The number of fields that have been planned so far. */
  readonly size: number;
}

export interface PlanOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The property that the resolver of a field does no more than read. */
  propertyOf?(field: GraphQLField<unknown, unknown>): string | undefined;
}

/** Each variable of a directive doubles the number of different selections. */
const maxConditions = 5;
const maxPlannedFields = 4000;

export function createPlan(options: PlanOptions): Plan {
  const { schema, document, operation, propertyOf = () => undefined } = options;
  const rootType = schema.getRootType(operation.operation);
  const fragments = fragmentsOf(document);
  const conditions = conditionsOf(document);
  const isPlannable = rootType && conditions.length <= maxConditions && !hasProtoAlias(document);
  const roots = new Map<number, readonly FieldPlan[]>();
  let size = 0;

  const planFields = (
    values: Readonly<Record<string, unknown>>,
    parentType: GraphQLObjectType,
    nodes: ReadonlyMap<string, readonly FieldNode[]>,
  ): FieldPlan[] =>
    [...nodes].flatMap(([responseName, fieldNodes]) => {
      const [first, ...others] = fieldNodes;
      const definition = first && getFieldDef(schema, parentType, first);
      if (!definition) return [];
      size += 1;
      const site: Site = { nodes: [first, ...others], definition, parentType };
      const selections = new Map<GraphQLObjectType, Selection>();
      const select = (type: GraphQLObjectType) => {
        let selection = selections.get(type);
        if (!selection) {
          const subfields = collectSubfields(schema, fragments, values, type, fieldNodes);
          selection = createSelection(planFields(values, type, subfields));
          selections.set(type, selection);
        }
        return selection;
      };
      const { type, resolve = defaultFieldResolver, args } = definition;
      const read = definition.resolve ? propertyOf(definition) : definition.name;
      return [
        {
          ...site,
          responseName,
          resolve,
          readArguments: args.length === 0 ? undefined : argumentReaderOf(definition, first),
          // Arguments may be invalid, which must be reported even if nothing uses them.
          property: args.length === 0 ? read : undefined,
          isLeaf: isLeafType(getNullableType(type)),
          readPlain: plainReaderOf(type),
          isNonNull: isNonNullType(type),
          complete: completerOf(type, site, select),
        },
      ];
    });

  /** The root fields for these values of the conditions; undefined if they are invalid or too many. */
  const rootsFor = (values: Readonly<Record<string, unknown>>) => {
    let key = 0;
    for (const name of conditions) {
      if (typeof values[name] !== 'boolean') return undefined;
      key = key * 2 + (values[name] ? 1 : 0);
    }
    const known = roots.get(key);
    if (known || !rootType || size > maxPlannedFields) return known;
    const relevant = Object.fromEntries(conditions.map((name) => [name, values[name]]));
    const nodes = collectFields(schema, fragments, relevant, rootType, operation.selectionSet);
    const fields = planFields(relevant, rootType, nodes);
    roots.set(key, fields);
    return fields;
  };

  return {
    execute({ contextValue, rootValue, variableValues }) {
      const fields = isPlannable && rootsFor(variableValues);
      if (!fields) return undefined;
      const errors = new CollectedErrors();
      const run: Run = {
        schema,
        operation,
        fragments,
        rootValue,
        contextValue,
        variableValues,
        errors,
      };
      const fail = (error: unknown) => {
        errors.add(error as GraphQLError, undefined);
        return respond(null, errors);
      };
      try {
        const data =
          operation.operation === 'mutation'
            ? executeSerially(run, fields)
            : executeFields(run, fields, rootValue, undefined);
        if (!isPromise(data)) return respond(data, errors);
        return data.then((resolved) => respond(resolved, errors), fail);
      } catch (error) {
        return fail(error);
      }
    },
    get size() {
      return size;
    },
  };
}

function respond(data: unknown, { list: errors }: CollectedErrors): ExecutionResult {
  const result = data as ExecutionResult['data'] & object;
  return errors.length === 0 ? { data: result } : { errors, data: result };
}

function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}

/** The variables that decide what is selected. */
function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) {
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      }
    },
  });
  return [...names];
}

/** An object that is filled name by name cannot have this one. */
function hasProtoAlias(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field({ alias }) {
      isFound ||= alias?.value === '__proto__';
    },
  });
  return isFound;
}
