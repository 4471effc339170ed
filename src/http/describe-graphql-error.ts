import { GraphQLError, Kind } from 'graphql';
import { type ErrorCode, errorTable } from '../domain/errors.ts';
import { cutText } from '../domain/text.ts';

/** How an error sets its HTTP status in Yoga; with `spec`, plain JSON stays at 200. */
interface HttpExtension {
  readonly status?: number;
  readonly spec?: boolean;
}

/**
 * Errors of GraphQL's own parser, validator, executor and transport concern the request, so their
 * messages may be shown, with a code of our table. Undefined for any other error.
 */
export function describeGraphqlError(error: GraphQLError): GraphQLError | undefined {
  const original = unwrap(error);
  if (!(original instanceof GraphQLError)) return undefined;
  if (error.path && !isVariableError(original)) return undefined;
  const { message, nodes, source, positions, path, extensions } = error;
  const http = path ? undefined : httpOf(extensions);
  return new GraphQLError(shortenEchoes(message), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { ...extensions, code: codeOf(original), ...(http ? { http } : {}) },
  });
}

const maxEchoLength = 100;

/**
 * GraphQL repeats names, strings and values of the request, which may be long: as text in quotes, or
 * as a value at the end of the message.
 */
function shortenEchoes(message: string): string {
  if (message.length <= maxEchoLength) return message;
  return message
    .replace(/"((?:[^"\\]|\\.)*)"/gs, (quoted, text: string) =>
      text.length > maxEchoLength ? `"${cutText(text, maxEchoLength)}…"` : quoted,
    )
    .replace(/(, found |value: )(.*)$/s, (_, introduction: string, value: string) =>
      value.length > maxEchoLength
        ? `${introduction}${cutText(value, maxEchoLength)}…`
        : introduction + value,
    );
}

/** The innermost error: GraphQL wraps what a resolver throws. */
export function unwrap(error: unknown): unknown {
  if (error instanceof GraphQLError && error.originalError) return unwrap(error.originalError);
  return error;
}

/** A nullable variable in a non-null position passes validation; its null fails only at execution. */
function isVariableError({ nodes, extensions }: GraphQLError): boolean {
  return extensions.code === undefined && (nodes ?? []).some(({ kind }) => kind === Kind.VARIABLE);
}

function codeOf(error: GraphQLError): ErrorCode {
  if (isVariableError(error)) return 'BAD_USER_INPUT';
  // Yoga reports a mutation sent by GET with this status and the code of any bad request.
  if ((error.extensions.http as HttpExtension | undefined)?.status === 405) {
    return 'METHOD_NOT_ALLOWED';
  }
  const given = String(error.extensions.code);
  return Object.hasOwn(errorTable, given) ? (given as ErrorCode) : 'BAD_REQUEST';
}

function httpOf({ code, http }: GraphQLError['extensions']): HttpExtension {
  const { spec, ...given } = (http ?? { status: 400, spec: true }) as HttpExtension;
  // A request without a usable operation is 400 in plain JSON as well.
  return spec && code !== 'BAD_REQUEST' ? { ...given, spec } : given;
}
