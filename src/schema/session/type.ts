import type { Session } from '../../db/generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const SessionRef = builder.objectRef<Session & { isCurrent: boolean }>('Session').implement({
  description: 'A login and the tokens issued for it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Also the `sid` claim of its access tokens.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The User-Agent header of the login.',
    }),
    current: t.exposeBoolean('isCurrent', {
      description: 'Whether this request belongs to the session.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'The last login or refresh.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Extended by each refresh.',
    }),
  }),
});
