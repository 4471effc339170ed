import type { Row } from '../../src/http/rest/row.ts';
import { admin, bearer, logIn, makeAccount, password } from './accounts.ts';
import { makeRun } from './analysis-states.ts';
import type { TestApp } from './app.ts';
import { makeQuestion } from './questions.ts';

type Headers = Record<string, string>;

/** Everything needed to call any row successfully, as the admin. */
export interface RowCalls {
  readonly asAdmin: Headers;
  /** Creates the resource that the row's path identifies. */
  makeTarget(row: Row): Promise<string>;
  /** A valid body; undefined for a row without one. */
  makeBody(row: Row): Promise<unknown>;
}

export async function createRowCalls(service: TestApp): Promise<RowCalls> {
  const { rest } = service;
  const { access_token } = await logIn(service);
  const asAdmin = bearer(access_token);
  const makeKey = async () =>
    (await rest('POST', '/auth/keys', { name: 'a key', scopes: ['admin'] }, asAdmin)).body;
  const targets: Record<string, () => Promise<string>> = {
    questions: async () => (await rest('POST', '/questions', makeQuestion(), asAdmin)).body.id,
    analysis: () => makeRun(service, 'SUCCEEDED', asAdmin),
    accounts: async () => (await makeAccount(service, access_token)).id,
    keys: async () => (await makeKey()).id,
    sessions: async () => {
      const headers = bearer((await logIn(service)).access_token);
      const { body } = await rest('GET', '/auth/sessions?limit=100', undefined, headers);
      return body.data.find(({ current }: { current: boolean }) => current).id;
    },
  };
  const bodies: Record<string, () => unknown> = {
    createQuestion: () => makeQuestion({ topic_focus: 'Optics' }),
    createQuestions: () => [makeQuestion(), makeQuestion({ source: 'openapi' })],
    adviseOnQuestion: () => makeQuestion({ topic_focus: 'Optics', difficulty: 'easy' }),
    replaceQuestion: () => makeQuestion({ difficulty: 2 }),
    updateQuestion: () => ({ incorrect_answers: [] }),
    restoreQuestion: () => ({ version: 1 }),
    runAnalysis: () => ({ analysis_type: 'coverage' }),
    login: () => admin,
    issueToken: async () => {
      const { id, key } = await makeKey();
      return { grant_type: 'client_credentials', client_id: id, client_secret: key };
    },
    revokeToken: async () => ({ token: (await logIn(service)).refresh_token }),
    introspectToken: () => ({ token: access_token }),
    changePassword: () => ({ current: admin.password, new: admin.password }),
    createApiKey: () => ({ name: 'a key', scopes: ['questions:read'] }),
    createAccount: () => ({
      email: `${crypto.randomUUID()}@example.org`,
      password,
      role: 'editor',
    }),
    updateAccount: () => ({ role: 'analyst' }),
  };
  return {
    asAdmin,
    async makeTarget({ path, name }) {
      if (name === 'cancelAnalysis') return makeRun(service, 'RUNNING', asAdmin);
      const [, kind = ''] = /(\w+)\/\{id\}/.exec(path) ?? [];
      return (await targets[kind]?.()) ?? '';
    },
    makeBody: async ({ name }) => bodies[name]?.(),
  };
}
