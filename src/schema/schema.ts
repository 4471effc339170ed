import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './scalars.ts';
import './page.ts';
import './question/queries.ts';
import './question/mutations.ts';
import './question-advice/queries.ts';
import './question-version/queries.ts';
import './question-version/mutations.ts';
import './token/queries.ts';
import './token/mutations.ts';
import './session/queries.ts';
import './session/mutations.ts';
import './api-key/queries.ts';
import './api-key/mutations.ts';
import './account/queries.ts';
import './account/mutations.ts';
import './analysis/typed-result.ts';
import './analysis-type/type.ts';
import './analysis-type/queries.ts';
import './analysis/queries.ts';
import './analysis/mutations.ts';
import './analysis/subscriptions.ts';
import './analysis-comparison/queries.ts';
import './node.ts';
import { describeAccess } from './access.ts';

let schema: GraphQLSchema | undefined;

/** The same one for every app of a process: it has no state, and building it takes long. */
export function buildSchema(): GraphQLSchema {
  schema ??= describeAccess(builder.toSchema());
  return schema;
}
