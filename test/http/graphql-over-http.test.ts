import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';

const { app, logged } = await createTestApp();

/** The official audit of the GraphQL over HTTP specification; recommendations count as requirements. */
const audits = serverAudits({ url: 'http://localhost:4000/graphql', fetchFn: app.fetch });

describe('GraphQL over HTTP', () => {
  it('is audited in full', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$name ($id)', async ({ fn }) => {
    const result = await fn();
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
  });

  it('logs nothing unexpected', () => {
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
