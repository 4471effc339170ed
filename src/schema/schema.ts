import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './scalars.ts';
import './page.ts';
import './question/queries.ts';
import './question/mutations.ts';
import './question/bulk-mutations.ts';
import './question-count/queries.ts';
import './snapshot/queries.ts';
import './snapshot/mutations.ts';
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
import './second-factor/mutations.ts';
import './analysis/report.ts';
import './analysis/typed-result.ts';
import './analysis-type/type.ts';
import './analysis-type/queries.ts';
import './analysis/queries.ts';
import './analysis/html-report.ts';
import './analysis/mutations.ts';
import './analysis/subscriptions.ts';
import './analysis-comparison/queries.ts';
import './event/queries.ts';
import './format/queries.ts';
import './import/queries.ts';
import './import/mutations.ts';
import './export/queries.ts';
import './response/queries.ts';
import './response/mutations.ts';
import './response/import.ts';
import './form/queries.ts';
import './form/mutations.ts';
import './webhook/queries.ts';
import './webhook/mutations.ts';
import './event/subscriptions.ts';
import './quiz-session/queries.ts';
import './quiz-session/mutations.ts';
import './node.ts';
import { describeAccess } from './access.ts';

let schema: GraphQLSchema | undefined;

/** The same one for every app of a process: it has no state, and building it takes long. */
export function buildSchema(): GraphQLSchema {
  schema ??= describeAccess(builder.toSchema());
  return schema;
}
