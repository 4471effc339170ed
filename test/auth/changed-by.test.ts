import { expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const app = await createTestApp({ env: { ANONYMOUS_SCOPES: 'questions:read' } });
const { rest, graphql } = app;
const admin = bearer((await logIn(app)).access_token);
const editor = await makeAccount(app, (await logIn(app)).access_token, 'editor');
const asEditor = bearer((await logIn(app, editor)).access_token);
const { body: key } = await rest(
  'POST',
  '/auth/keys',
  { name: 'nightly import', scopes: ['questions:write', 'questions:read'] },
  asEditor,
);

async function makeHistory(): Promise<string> {
  const { body } = await rest('POST', '/questions', makeQuestion(), asEditor);
  await rest('PATCH', `/questions/${body.id}`, { topic_focus: 'Tides' }, bearer(key.key));
  return body.id;
}

const shown = ({ changed_by, changed_by_name }: Json) => [changed_by, changed_by_name];

it('names who changed a question to callers that may write, on both interfaces', async () => {
  const id = await makeHistory();
  const { body } = await rest('GET', `/questions/${id}/history`, undefined, asEditor);
  expect(body.data.map(shown)).toEqual([
    [`key:${key.id}`, 'nightly import'],
    [`account:${editor.id}`, editor.email],
  ]);
  const { body: answer } = await graphql(
    'query ($id: ID!) { questionHistory(id: $id) { nodes { changedBy changedByName } } }',
    { id },
    asEditor,
  );
  expect(answer.data.questionHistory.nodes).toEqual([
    { changedBy: `key:${key.id}`, changedByName: 'nightly import' },
    { changedBy: `account:${editor.id}`, changedByName: editor.email },
  ]);
});

it('shows the id alone to callers that may only read', async () => {
  const id = await makeHistory();
  const { body } = await rest('GET', `/questions/${id}/history`);
  expect(body.data.map(shown)).toEqual([
    [`key:${key.id}`, null],
    [`account:${editor.id}`, null],
  ]);
});

it('has no name for an account or key that was deleted', async () => {
  const gone = await makeAccount(app, (await logIn(app)).access_token, 'editor');
  const asGone = bearer((await logIn(app, gone)).access_token);
  const { body: question } = await rest('POST', '/questions', makeQuestion(), asGone);
  await rest('DELETE', `/auth/accounts/${gone.id}`, undefined, admin);
  const { body } = await rest('GET', `/questions/${question.id}/history`, undefined, admin);
  expect(body.data.map(shown)).toEqual([[`account:${gone.id}`, null]]);
});
