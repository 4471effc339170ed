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
import './auth/caller-types.ts';
import './auth/inputs.ts';
import './auth/token-fields.ts';
import './auth/own-fields.ts';
import './auth/account-fields.ts';
import './analysis/type.ts';
import './analysis/typed-result.ts';
import './analysis-type/type.ts';
import './analysis-type/queries.ts';
import './analysis/queries.ts';
import './analysis/compare.ts';
import './analysis/mutations.ts';
import './analysis/progress.ts';
import './node.ts';
import { guardSchema } from './guard.ts';

export function buildSchema(): GraphQLSchema {
  return guardSchema(builder.toSchema());
}
