import type { Row } from '../../src/http/rest/row.ts';
import { admin, bearer, logIn, makeAccount, password } from './accounts.ts';
import { makeRun } from './analysis-states.ts';
import type { TestApp } from './app.ts';
import { makeForm } from './form-states.ts';
import { makeQueuedImport } from './import-states.ts';
import { makeQuestion } from './questions.ts';
import { clearFactor, setUpFactor, startFactor } from './second-factor.ts';
import { makeDelivery, makeWebhook, webhook } from './webhook-states.ts';

type Headers = Record<string, string>;

/** Everything needed to call any row successfully, as the admin. */
export interface RowCalls {
  readonly asAdmin: Headers;
  /** Creates the resource that the row's path identifies. */
  makeTarget(row: Row): Promise<string>;
  /** The query parameters that the row requires. */
  queryOf(row: Row): string;
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
    snapshots: async () => {
      const body = { name: 'a snapshot', ids: [await targets.questions?.()] };
      return (await rest('POST', '/snapshots', body, asAdmin)).body.id;
    },
    accounts: async () => (await makeAccount(service, access_token)).id,
    keys: async () => (await makeKey()).id,
    forms: () => makeForm(service, asAdmin),
    imports: async () =>
      (await rest('POST', '/questions/import', JSON.stringify([makeQuestion()]), asAdmin)).body.id,
    webhooks: async () => (await makeWebhook(service, asAdmin)).id,
    sessions: async () => {
      const headers = bearer((await logIn(service)).access_token);
      const { body } = await rest('GET', '/auth/sessions?limit=100', undefined, headers);
      return body.data.find(({ current }: { current: boolean }) => current).id;
    },
  };
  const proveBoth = async () => {
    await clearFactor(service, admin.email);
    const { recoveryCodes } = await setUpFactor(service, asAdmin, admin.password);
    return { password: admin.password, code: recoveryCodes[0] };
  };
  const makeGuardedId = async () => {
    const account = await makeAccount(service, access_token);
    await setUpFactor(service, bearer((await logIn(service, account)).access_token));
    return account.id;
  };
  const drawn: string[] = [];
  const makeQuiz = async (): Promise<string> => {
    await targets.questions?.();
    const { body } = await rest('POST', '/quiz-sessions', undefined, asAdmin);
    const next = await rest('POST', `/quiz-sessions/${body.id}/next`, undefined, asAdmin);
    drawn.push(next.body.data[0].id);
    return body.id;
  };
  const bodies: Record<string, () => unknown> = {
    createQuestion: () => makeQuestion({ topic_focus: 'Optics' }),
    createQuestions: () => [makeQuestion(), makeQuestion({ source: 'openapi' })],
    adviseOnQuestion: () => makeQuestion({ topic_focus: 'Optics', difficulty: 'easy' }),
    updateQuestions: async () => ({
      ids: [await targets.questions?.(), await targets.questions?.()],
      changes: { topic_focus: 'Optics' },
    }),
    createSnapshot: async () => ({ name: 'a snapshot', ids: [await targets.questions?.()] }),
    deleteQuestions: async () => ({ ids: [await targets.questions?.()] }),
    updateQuestionFields: () => makeQuestion({ difficulty: 2 }),
    updateQuestion: () => ({ incorrect_answers: [] }),
    restoreQuestion: () => ({ version: 1 }),
    assembleForms: () => ({ length: 1 }),
    runAnalysis: () => ({ analysis_type: 'coverage' }),
    recordResponse: async () => ({
      question_id: await targets.questions?.(),
      answer: 'Paris',
      respondent: 'r-1',
    }),
    importResponses: async () => `respondent,${await targets.questions?.()}\nr-1,1\n`,
    recordResponses: async () => [{ question_id: await targets.questions?.(), score: 0.5 }],
    login: () => admin,
    issueToken: async () => {
      const { id, key } = await makeKey();
      return { grant_type: 'client_credentials', client_id: id, client_secret: key };
    },
    revokeToken: async () => ({ token: (await logIn(service)).refresh_token }),
    introspectToken: () => ({ token: access_token }),
    changePassword: () => ({ current: admin.password, new: admin.password }),
    startSecondFactor: async () => {
      await clearFactor(service, admin.email);
      return { password: admin.password };
    },
    confirmSecondFactor: async () => {
      await clearFactor(service, admin.email);
      return { code: (await startFactor(service, asAdmin, admin.password)).code };
    },
    renewRecoveryCodes: () => proveBoth(),
    removeSecondFactor: () => proveBoth(),
    createApiKey: () => ({ name: 'a key', scopes: ['questions:read'] }),
    createAccount: () => ({
      email: `${crypto.randomUUID()}@example.org`,
      password,
      role: 'editor',
    }),
    updateAccount: () => ({ role: 'analyst' }),
    importQuestions: () => JSON.stringify([makeQuestion()]),
    createWebhook: () => webhook,
    createQuizSession: () => ({ length: 2, quotas: [{ category: 'Science', max: 1 }] }),
    drawQuestions: () => ({ count: 2 }),
    submitAnswer: () => ({ question_id: drawn.at(-1), answer: 'An answer', time_ms: 100 }),
    updateWebhook: () => ({ enabled: false }),
  };
  return {
    asAdmin,
    async makeTarget({ path, name }) {
      if (name === 'cancelImport') return makeQueuedImport(service);
      if (name === 'resetSecondFactor') return makeGuardedId();
      if (name === 'cancelAnalysis') return makeRun(service, 'RUNNING', asAdmin);
      if (name === 'retryWebhookDelivery') return makeDelivery(service, asAdmin, { enabled: true });
      if (path.startsWith('/quiz-sessions')) return makeQuiz();
      const [, kind = ''] = /(\w+)\/\{id\}/.exec(path) ?? [];
      return (await targets[kind]?.()) ?? '';
    },
    queryOf({ query = {} }) {
      const required = Object.keys(query).filter((parameter) => query[parameter]?.isRequired);
      return required.length > 0
        ? `?${required.map((parameter) => `${parameter}=x`).join('&')}`
        : '';
    },
    makeBody: async ({ name }) => bodies[name]?.(),
  };
}
