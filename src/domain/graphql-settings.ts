import { fileList, onOff, setting } from './setting-schemas.ts';

/** The settings of GraphQL, by the names of their variables. */
export const graphqlSettings = {
  GRAPHIQL: setting('on', 'Serve GraphiQL to browsers at /graphql.', onOff),
  INTROSPECTION: setting('on', 'Allow GraphQL introspection.', onOff),
  FAST_PATH: setting(
    'on',
    'Execute operations by prepared plans and send plain results directly; off leaves both to graphql-js and Yoga, with the same answers.',
    onOff,
  ),
  TRUSTED_DOCUMENTS: setting(
    '',
    'Comma-separated manifests of GraphQL documents (of graphql-codegen, Relay or Apollo) that clients may name by documentId.',
    fileList,
  ),
  TRUSTED_DOCUMENTS_ONLY: setting(
    'off',
    'Refuse all other documents at /graphql, except those of the workbench and from callers with the scope admin.',
    onOff,
  ),
};
