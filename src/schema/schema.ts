import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './scalars.ts';
import './page.ts';
import './question/type.ts';
import './question/version-type.ts';
import './question/inputs.ts';
import './question/queries.ts';
import './question/mutations.ts';
import './question/history.ts';
import './node.ts';

export function buildSchema(): GraphQLSchema {
  return builder.toSchema();
}
