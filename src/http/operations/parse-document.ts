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
    const isLong = error instanceof GraphQLError && error.message.includes('Parsing aborted');
    if (!isLong) throw error;
    throw new ServiceError(
      'QUERY_TOO_COMPLEX',
      `A document may have at most ${maxTokens.toLocaleString('en')} tokens. Move values to variables, or split it.`,
    );
  }
}
