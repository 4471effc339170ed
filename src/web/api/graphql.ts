import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../generated/schema.d.ts';

/** A document whose result and variables have the types of the schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
