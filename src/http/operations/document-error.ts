import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';

/** Makes an error of a document again for each request: an error with its stack takes 5 kB of memory. */
export type DocumentError = () => GraphQLError;

export function rememberError(error: unknown, code: string): DocumentError {
  if (error instanceof ServiceError) return rejection(error);
  if (!(error instanceof GraphQLError)) throw error;
  const { message, source = null, positions = null } = error;
  // Not the nodes, which would keep the whole document in memory.
  return invalidDocument(message, { source, positions }, code);
}

function rejection(error: ServiceError): DocumentError {
  return () => new GraphQLError(error.message, { originalError: error });
}

/** 400, but 200 in plain JSON, as GraphQL over HTTP asks for. */
function invalidDocument(message: string, at: GraphQLErrorOptions, code: string): DocumentError {
  const extensions = { code, http: { spec: true, status: 400 } };
  return () => new GraphQLError(message, { ...at, extensions });
}
