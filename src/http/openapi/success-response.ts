import type { Row } from '../rest/row.ts';
import type { JsonSchema } from './response-schema.ts';

export function acceptedOf(schema: JsonSchema): JsonSchema {
  return {
    description: 'Accepted and still in progress: poll the URL in Location.',
    headers: {
      Location: { description: 'The path of the run.', schema: { type: 'string' } },
      'Retry-After': {
        description: 'Seconds to wait before polling.',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    content: { 'application/json': { schema } },
  };
}

export function successOf(
  { method, success }: Pick<Row, 'method' | 'success'>,
  schema: JsonSchema,
): JsonSchema {
  if (success.status === 204) return { description: 'Success, without a body.' };
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    description: descriptionOf(success),
    headers: {
      'X-Request-Id': header('The id of this request in the log.'),
      ...(success.etag || (method === 'GET' && !success.downloads)
        ? { ETag: header('Version of the response, for If-Match and If-None-Match.') }
        : {}),
      ...(success.downloads
        ? { 'Export-Loss': header('Fields that the file cannot hold: field=rows, …') }
        : {}),
      ...(success.location && (!success.isUnfinished || success.status === 201)
        ? { Location: header('The path of the created resource.') }
        : {}),
    },
    content: success.downloads
      ? Object.fromEntries(
          success.downloads.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        )
      : { 'application/json': { schema }, ...otherContentOf(success) },
  };
}

/** Generated clients take every type that is listed for one the response may have: texts are not. */
function otherContentOf({ otherForms = [] }: Row['success']): JsonSchema {
  return Object.fromEntries(
    otherForms.flatMap(({ type, description, schema }) =>
      schema ? [[type, { schema: { description, ...schema } }]] : [],
    ),
  );
}

function descriptionOf({ status, otherForms = [], files = [] }: Row['success']): string {
  const described = otherForms.filter(({ schema }) => !schema);
  const forms = described.map(({ type, description }) => `Accept: ${type}: ${description}`);
  const ofFiles = files.length > 0 ? [`With another format, a file: ${files.join(', ')}.`] : [];
  return [status === 201 ? 'Created.' : 'Success.', ...forms, ...ofFiles].join(' ');
}
