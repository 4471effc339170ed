import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer, Json } from './app.ts';

const documentId = 'quaestor:openapi';

/** Validates a response against the OpenAPI document; returns an empty list if it conforms. */
export type AnswerChecker = (method: string, path: string, answer: Answer) => string[];

export function createAnswerChecker(document: Json): AnswerChecker {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    keywords: ['components'],
    // Each validator is used a few times: compiling it is most of the work.
    code: { optimize: false },
    inlineRefs: false,
  });
  formats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (value) => Math.abs(value) < 2 ** 31 });
  const { components, paths } = closeObjects(document);
  // Known by its id, so that a component is compiled once and not for every response.
  ajv.addSchema({ $id: documentId, components });
  const compiled = new Map<Json, ValidateFunction>();
  return (method, path, { status, headers, body }) => {
    const documented = paths[path]?.[method.toLowerCase()]?.responses[status];
    const response = components.responses[documented?.$ref?.split('/').at(-1)] ?? documented;
    if (!response) return [`${status} is not documented for ${method} ${path}`];
    const [type] = Object.keys(response.content ?? {});
    if (!type) return body === '' ? [] : [`${status} has no body by the document`];
    const given = headers.get('content-type')?.split(';')[0];
    if (given !== type) return [`the document says ${type}, the answer ${given}`];
    const { schema } = response.content[type];
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    validate(body);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/**
 * Clients must tolerate new fields, so the document leaves objects open; here an undocumented field
 * is an error. References name the document.
 */
function closeObjects(value: Json): Json {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' ? `${documentId}${item}` : closeObjects(item),
    ]),
  );
  const isOpenObject = value.type === 'object' && value.properties;
  return isOpenObject ? { additionalProperties: false, ...closed } : closed;
}
