import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import { ServiceError } from '../domain/errors.ts';
import { assertDocumentShape } from './document-limits.ts';
import type { ServerPlugin } from './server-plugin.ts';

const maxTokens = 1000;

/** Rejects documents that are too large, before they are fully parsed or validated. */
export function useDocumentLimits(storedDocuments: readonly string[]): ServerPlugin {
  const stored = new Set(storedDocuments);
  const accepted = new WeakSet<DocumentNode>();
  return {
    onParse: ({ params, setParseFn }) => {
      if (stored.has(String(params.source))) return undefined;
      setParseFn(parseBounded);
      return ({ result }) => {
        if (!isDocument(result) || accepted.has(result)) return;
        assertDocumentShape(result);
        accepted.add(result);
      };
    },
  };
}

/** Parsing stops at the token limit: a document that is deep enough would overflow the stack. */
function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens });
  } catch (error) {
    const isLong = error instanceof GraphQLError && error.message.includes('Parsing aborted');
    if (!isLong) throw error;
    throw new ServiceError(
      'QUERY_TOO_COMPLEX',
      `A document may have at most ${maxTokens.toLocaleString('en')} tokens. Move values to variables, or split it.`,
    );
  }
}

function isDocument(result: unknown): result is DocumentNode {
  return typeof result === 'object' && result !== null && 'definitions' in result;
}
