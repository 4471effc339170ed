import type { ApiKey } from '../../db/generated/prisma/client.ts';
import { scopes } from '../../domain/scopes.ts';
import { builder } from '../builder.ts';

export const ApiKeyRef = builder.objectRef<ApiKey & { key?: string }>('ApiKey').implement({
  description: 'A long-lived credential for programs, sent as a bearer token.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Also the client_id at the token endpoint.' }),
    name: t.exposeString('name', { description: 'What the key is used for.' }),
    scopes: t.exposeStringList('scopes', {
      description: `One or more of ${scopes.join(', ')}.`,
      extensions: { jsonSchema: { items: { type: 'string', enum: [...scopes] } } },
    }),
    key: t.string({
      nullable: true,
      description: 'The key itself, only in the response that created it; otherwise null.',
      resolve: ({ key }) => key ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null when the key does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Accurate to the minute; null before the first use.',
    }),
  }),
});
