import { describe, expect, it } from 'vitest';
import { generateTypes } from '../client-generator/generate-types.ts';
import { createTestApp } from '../support/app.ts';
import { createClientProject } from '../support/client-project.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();
const { body: document } = await rest('GET', '/openapi.json');
const types = await generateTypes(document);
const project = await createClientProject(types);

const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

declare const process: { argv: string[] };
const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

const question: components['schemas']['NewQuestion'] = {
  question_text: 'Which gas do plants take in?',
  correct_answer: 'Carbon dioxide',
  incorrect_answers: ['Oxygen', 'Nitrogen'],
  category: 'Science',
  difficulty: 0,
};
const created = await client.POST('/questions', { body: question });
if (!created.data || !('id' in created.data)) throw new Error('One question makes one answer.');
const { id, version } = created.data;
const at = { params: { path: { id } } };

const list = await client.GET('/questions', {
  params: { query: { category: ['Science', 'Astronomy'], difficulty: [0], sort: '-created_at', limit: 5 } },
});
const texts: string[] = list.data?.data.map((each) => each.question_text) ?? [];
const total: number | undefined = list.data?.page.total;

const read = await client.GET('/questions/{id}', at);
const topic: string | null | undefined = read.data?.topic_focus;

const updated = await client.PATCH('/questions/{id}', {
  params: { path: { id }, header: { 'If-Match': \`"\${version}"\` } },
  body: { topic_focus: 'Plants' },
});
const put = await client.PUT('/questions/{id}', { ...at, body: { ...updated.data, difficulty: 1 } });
const refused = await client.PUT('/questions/{id}', { ...at, body: { difficulty: 7 } });
const pointers: (string | undefined)[] = refused.error?.errors?.map(({ pointer }) => pointer) ?? [];

const removed = await client.DELETE('/questions/{id}', at);
const gone = await client.GET('/questions/{id}', at);
const history = await client.GET('/questions/{id}/history', at);
const restored = await client.POST('/questions/{id}/restore', { ...at, body: { version: 1 } });

console.log(JSON.stringify({
  created: created.response.status, texts, total, topic,
  updated: [updated.response.status, updated.data?.topic_focus, updated.data?.version],
  put: [put.response.status, put.data?.difficulty, put.data?.topic_focus],
  refused: [refused.error?.code, pointers],
  removed: removed.response.status,
  gone: gone.error?.code,
  history: history.data?.data.map(({ change }) => change),
  restored: restored.data?.version,
}));
`;

const faults = [
  ['a field that does not exist', "question_text: 'Which", "question_txt: 'Which"],
  ['a required field left out', "correct_answer: 'Carbon dioxide',", ''],
  ['a category that does not exist', "category: 'Science',", "category: 'Sports',"],
  ['a difficulty of the wrong type', 'difficulty: 0,', "difficulty: '0',"],
  ['a parameter of the wrong type', 'limit: 5', "limit: 'five'"],
  ['an order that does not exist', "'-created_at'", "'-id'"],
  ['a path that does not exist', "GET('/questions',", "GET('/question',"],
  ['a field of an answer that does not exist', 'each.question_text', 'each.text'],
] as const;

const wrong = faults.map(([, right, fault]) => program.replace(right, fault));
const [problems, ...problemsOfWrong] = await project.compile([program, ...wrong]);

describe('a client generated from the OpenAPI document', () => {
  it('type-checks', () => {
    expect(problems).toEqual([]);
  });

  it.each(faults.map(([fault], index) => ({ fault, index })))(
    'does not type-check with $fault',
    ({ index }) => {
      expect(problemsOfWrong[index]).not.toEqual([]);
    },
  );

  it('creates, lists, reads, changes, deletes and restores', async () => {
    expect(await project.run(0, url)).toEqual({
      created: 201,
      texts: ['Which gas do plants take in?'],
      total: 1,
      topic: null,
      updated: [200, 'Plants', 2],
      put: [200, 1, 'Plants'],
      refused: ['BAD_USER_INPUT', ['/difficulty']],
      removed: 204,
      gone: 'NOT_FOUND',
      history: ['deleted', 'updated', 'updated', 'created'],
      restored: 5,
    });
  });
});
