import openapiTypescript, { astToString } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI document. They stand here because of this folder's own compiler. */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(document)));
}
