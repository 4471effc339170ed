import { GraphQLError, Kind } from 'graphql';
import { type ErrorCode, errorTable } from '../domain/errors.ts';

/** How Yoga tells the transport about an error; `spec` leaves plain JSON at 200. */
interface HttpExtension {
  readonly status?: number;
  readonly spec?: boolean;
}

/**
 * GraphQL's own parser, validator, executor and transport speak of the request, so their words may be
 * shown, with a code of our table. Undefined when the error is not one of theirs.
 */
export function describeGraphqlError(error: GraphQLError): GraphQLError | undefined {
  const original = unwrap(error);
  if (!(original instanceof GraphQLError)) return undefined;
  if (error.path && !blamesVariable(original)) return undefined;
  const { message, nodes, source, positions, path, extensions } = error;
  const http = path ? undefined : httpOf(extensions);
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { ...extensions, code: codeOf(original), ...(http ? { http } : {}) },
  });
}

/** The innermost error: GraphQL wraps what a resolver throws. */
export function unwrap(error: unknown): unknown {
  if (error instanceof GraphQLError && error.originalError) return unwrap(error.originalError);
  return error;
}

/** A nullable variable in a place that takes no null is valid, and its null shows while it runs. */
function blamesVariable({ nodes, extensions }: GraphQLError): boolean {
  return extensions.code === undefined && (nodes ?? []).some(({ kind }) => kind === Kind.VARIABLE);
}

function codeOf(error: GraphQLError): ErrorCode {
  if (blamesVariable(error)) return 'BAD_USER_INPUT';
  // A mutation sent by GET has this status and Yoga's word for any bad request.
  if ((error.extensions.http as HttpExtension | undefined)?.status === 405) {
    return 'METHOD_NOT_ALLOWED';
  }
  const given = String(error.extensions.code);
  return Object.hasOwn(errorTable, given) ? (given as ErrorCode) : 'BAD_REQUEST';
}

function httpOf({ code, http }: GraphQLError['extensions']): HttpExtension {
  const { spec, ...given } = (http ?? { status: 400, spec: true }) as HttpExtension;
  // What is not even a request for an operation is 400 in plain JSON as well.
  return spec && code !== 'BAD_REQUEST' ? { ...given, spec } : given;
}
