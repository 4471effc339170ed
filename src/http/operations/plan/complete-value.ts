import {
  defaultTypeResolver,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { isPromise } from 'graphql/jsutils/isPromise.js';
import type { Path } from 'graphql/jsutils/Path.js';
import { type Complete, executeFields, handleError, withErrors } from './execute-fields.ts';
import { infoOf, type Run, type Site } from './run.ts';
import { runtimeTypeOf } from './runtime-type.ts';
import type { Selection } from './selection.ts';

type Info = GraphQLResolveInfo | undefined;

/** The fields that a site selects of an object of this type. */
export type Select = (type: GraphQLObjectType) => Selection;

/** How a value of this type becomes a value of the response. */
export function completerOf(type: GraphQLOutputType, site: Site, select: Select): Complete {
  if (isNonNullType(type)) return nonNull(site, completerOf(type.ofType, site, select));
  const complete = completerOfPresent(type, site, select);
  return (run, value, path, info) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(run, value, path, info);
  };
}

function nonNull({ parentType, definition }: Site, complete: Complete): Complete {
  return (run, value, path, info) => {
    const completed = complete(run, value, path, info);
    if (completed !== null) return completed;
    throw new Error(
      `Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`,
    );
  };
}

function completerOfPresent(type: GraphQLOutputType, site: Site, select: Select): Complete {
  if (isListType(type)) return list(type.ofType, site, select);
  if (isLeafType(type)) return leaf(type);
  if (isAbstractType(type)) {
    const resolveType = type.resolveType ?? defaultTypeResolver;
    return (run, value, path, given) => {
      const info = given ?? infoOf(run, site, path as Path);
      const complete = (name: unknown) => {
        const runtimeType = runtimeTypeOf(name, run.schema, type, site, value);
        return completeObject(run, runtimeType, site, select, value, path, info);
      };
      const name = resolveType(value, run.contextValue, info, type);
      return isPromise(name) ? name.then(complete) : complete(name);
    };
  }
  const objectType = type as GraphQLObjectType;
  return (run, value, path, info) =>
    completeObject(run, objectType, site, select, value, path, info);
}

function leaf(type: GraphQLLeafType): Complete {
  return (_run, value) => {
    const serialized = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(
      `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to ` +
        `return non-nullable value, returned: ${inspect(serialized)}`,
    );
  };
}

function list(itemType: GraphQLOutputType, site: Site, select: Select): Complete {
  const complete = completerOf(itemType, site, select);
  const isNonNull = isNonNullType(itemType);
  const named = getNamedType(itemType);
  const asksForInfo = isAbstractType(named) || (isObjectType(named) && !!named.isTypeOf);
  return (run, value, path, given) => {
    // The types of items are asked with the path of the list.
    const info = given ?? (asksForInfo ? infoOf(run, site, path as Path) : undefined);
    if (!isIterableObject(value)) {
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${site.parentType.name}.${site.definition.name}".`,
      );
    }
    let containsPromise = false;
    const items: unknown[] = [];
    try {
      for (const item of value) {
        const itemPath: Path = { prev: path, key: items.length, typename: undefined };
        const completed = completeItem(run, item, itemPath, info);
        if (isPromise(completed)) containsPromise = true;
        items.push(completed);
      }
    } catch (error) {
      // Nothing else handles the rejections of other items; graphql-js leaves them to end the process.
      for (const item of [...items, ...value]) {
        if (isPromise(item)) item.then(undefined, () => undefined);
      }
      throw error;
    }
    return containsPromise ? Promise.all(items) : items;
  };

  function completeItem(run: Run, item: unknown, path: Path, info: Info): unknown {
    try {
      const completed = isPromise(item)
        ? item.then((resolved) => complete(run, resolved, path, info))
        : complete(run, item, path, info);
      return isPromise(completed) ? withErrors(run, site, path, isNonNull, completed) : completed;
    } catch (raw) {
      return handleError(run, raw, site, path, isNonNull);
    }
  }
}

function completeObject(
  run: Run,
  type: GraphQLObjectType,
  site: Site,
  select: Select,
  value: unknown,
  path: Path | undefined,
  info: Info,
): unknown {
  const selection = select(type);
  if (!type.isTypeOf) return executeSelection(run, selection, value, path);
  const complete = (isOfType: boolean) => {
    if (isOfType) return executeSelection(run, selection, value, path);
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, {
      nodes: site.nodes,
    });
  };
  const isOfType = type.isTypeOf(value, run.contextValue, info ?? infoOf(run, site, path as Path));
  return isPromise(isOfType) ? isOfType.then(complete) : complete(isOfType);
}

function executeSelection(
  run: Run,
  { readPlain, fields }: Selection,
  value: unknown,
  path: Path | undefined,
): unknown {
  return readPlain(value) ?? executeFields(run, fields, value, path);
}
