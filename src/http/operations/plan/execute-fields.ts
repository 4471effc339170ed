import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { isPromise } from 'graphql/jsutils/isPromise.js';
import type { Path } from 'graphql/jsutils/Path.js';
import type { ReadPlain } from './plain-value.ts';
import type { argumentReaderOf } from './read-arguments.ts';
import { infoOf, type Run, type Site } from './run.ts';

/** Turns what a resolver returned into a value of the response. A leaf needs no path. */
export type Complete = (
  run: Run,
  value: unknown,
  path: Path | undefined,
  info: GraphQLResolveInfo | undefined,
) => unknown;

export interface FieldPlan extends Site {
  readonly responseName: string;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  /** Undefined if the field has no arguments. */
  readonly readArguments: ReturnType<typeof argumentReaderOf> | undefined;
  /** The property of the source that the resolver would read; the resolver is called if it is undefined. */
  readonly property: string | undefined;
  readonly isLeaf: boolean;
  /** For values of the property with nothing left to do. */
  readonly readPlain: ReadPlain | undefined;
  readonly isNonNull: boolean;
  readonly complete: Complete;
}

/** The fields of one object, as `execute` of graphql-js resolves them, to the order of their promises. */
export function executeFields(
  run: Run,
  fields: readonly FieldPlan[],
  source: unknown,
  path: Path | undefined,
): unknown {
  const results: Record<string, unknown> = {};
  let containsPromise = false;
  try {
    for (const field of fields) {
      const result = executeField(run, field, source, path);
      results[field.responseName] = result;
      // A promise is an object; to ask every string takes longer than to read it.
      if (typeof result === 'object' && isPromise(result)) containsPromise = true;
    }
  } catch (error) {
    if (!containsPromise) throw error;
    // The promises of other fields may be rejected as well.
    return awaitAll(results).finally(() => {
      throw error;
    });
  }
  return containsPromise ? awaitAll(results) : results;
}

/** The root fields of a mutation, one after the other. */
export function executeSerially(run: Run, fields: readonly FieldPlan[]): unknown {
  let results: unknown = {};
  for (const field of fields) {
    const next = (known: Record<string, unknown>): unknown => {
      const result = executeField(run, field, run.rootValue, undefined);
      const keep = (value: unknown) => {
        known[field.responseName] = value;
        return known;
      };
      return isPromise(result) ? result.then(keep) : keep(result);
    };
    results = isPromise(results)
      ? results.then((known) => next(known as Record<string, unknown>))
      : next(results as Record<string, unknown>);
  }
  return results;
}

function awaitAll(results: Record<string, unknown>): Promise<Record<string, unknown>> {
  const names = Object.keys(results);
  return Promise.all(Object.values(results)).then((values) => {
    const resolved: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) resolved[name] = values[index];
    return resolved;
  });
}

function executeField(
  run: Run,
  field: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
): unknown {
  let path: Path | undefined;
  try {
    const value = readProperty(field.property, source);
    const plain = field.readPlain?.(value);
    if (plain !== undefined) return plain;
    // The path of a leaf is needed only for its error.
    if (!field.isLeaf) path = pathOf(field, parentPath);
    if (value === undefined || typeof value === 'function') {
      return resolveField(run, field, source, path ?? pathOf(field, parentPath));
    }
    if (isPromise(value)) {
      return completeLater(run, field, value, path ?? pathOf(field, parentPath));
    }
    const completed = field.complete(run, value, path, undefined);
    return isPromise(completed)
      ? withErrors(run, field, path, field.isNonNull, completed)
      : completed;
  } catch (raw) {
    return handleError(run, raw, field, path ?? pathOf(field, parentPath), field.isNonNull);
  }
}

function resolveField(run: Run, field: FieldPlan, source: unknown, path: Path): unknown {
  const info = infoOf(run, field, path);
  const given = field.readArguments?.(run.variableValues) ?? {};
  const value = field.resolve(source, given, run.contextValue, info);
  if (isPromise(value)) return completeLater(run, field, value, path, info);
  const completed = field.complete(run, value, path, info);
  return isPromise(completed)
    ? withErrors(run, field, path, field.isNonNull, completed)
    : completed;
}

function completeLater(
  run: Run,
  field: FieldPlan,
  value: Promise<unknown>,
  path: Path,
  info?: GraphQLResolveInfo,
): unknown {
  const completed = value.then((resolved) => field.complete(run, resolved, path, info));
  return withErrors(run, field, path, field.isNonNull, completed);
}

function readProperty(property: string | undefined, source: unknown): unknown {
  if (property === undefined || typeof source !== 'object' || source === null) return undefined;
  return (source as Record<string, unknown>)[property];
}

function pathOf({ responseName, parentType }: FieldPlan, prev: Path | undefined): Path {
  return { prev, key: responseName, typename: parentType.name };
}

export function withErrors(
  run: Run,
  site: Site,
  path: Path | undefined,
  isNonNull: boolean,
  completed: Promise<unknown>,
): Promise<unknown> {
  // Only a leaf has no path, and its value is no promise.
  return completed.then(undefined, (raw) => handleError(run, raw, site, path as Path, isNonNull));
}

/** An error of a position that must not be null is one of the nearest position that may be. */
export function handleError(
  run: Run,
  raw: unknown,
  { nodes }: Site,
  path: Path,
  isNonNull: boolean,
): null {
  const error = locatedError(raw, nodes, responsePathAsArray(path));
  if (isNonNull) throw error;
  run.errors.add(error, path);
  return null;
}
