import { GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ServiceError } from '../domain/errors.ts';

const maxTokens = 1000;

/** A document of more tokens is not read to its end: one that is deep enough would exhaust the stack. */
export function useTokenLimit(): Plugin {
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source: string | Source, options?: ParseOptions) => {
        try {
          return parse(source, { ...options, maxTokens });
        } catch (error) {
          const isLong = error instanceof GraphQLError && error.message.includes('Parsing aborted');
          if (!isLong) throw error;
          throw new ServiceError(
            'QUERY_TOO_COMPLEX',
            `A document may have at most ${maxTokens.toLocaleString('en')} tokens. Put values into variables, or ask in parts.`,
          );
        }
      }),
  };
}
