import { type DocumentNode, GraphQLError, parse } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';
import { assertDocumentShape } from './document-limits.ts';

const maxTokens = 1000;

/** Parses a document of a client; rejects one that is too large before it is fully parsed or validated. */
export function parseDocument(source: string): DocumentNode {
  const document = parseBounded(source);
  assertDocumentShape(document);
  return document;
}

/** Parsing stops at the token limit: a document that is deep enough would overflow the stack. */
function parseBounded(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (!error.message.includes('Parsing aborted')) {
      throw withCode(error, 'GRAPHQL_PARSE_FAILED');
    }
    throw new ServiceError(
      'QUERY_TOO_COMPLEX',
      `A document may have at most ${maxTokens.toLocaleString('en')} tokens. Move values to variables, or split it.`,
    );
  }
}

/** The error of a document that cannot run: 400, but 200 in plain JSON, as GraphQL over HTTP asks for. */
export function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, source, positions } = error;
  return new GraphQLError(message, {
    // Without the nodes, which would keep the whole document in memory.
    source: source ?? null,
    positions: positions ?? null,
    extensions: { code, http: { spec: true, status: 400 } },
  });
}
