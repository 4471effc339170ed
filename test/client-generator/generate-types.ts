import openapiTypescript, { astToString } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI document; in this folder because it has its own compiler. */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(document)));
}
