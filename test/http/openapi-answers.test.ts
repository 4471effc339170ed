import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/server.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { createAnswerChecker } from '../support/schema-checker.ts';

const { rest } = await createTestApp({ env: { BODY_LIMIT: '4kb' } });
const { body: document } = await rest('GET', '/openapi.json');
const check = createAnswerChecker(document);

const unknownId = '01a1dcf3-a623-703b-b9e6-140b15b653d2';
const origin = { source: 'openapi', external_id: 'taken' };

const make = async (overrides?: object): Promise<string> =>
  (await rest('POST', '/questions', makeQuestion({ ...overrides }))).body.id;

/** A sound body for each row that takes one. */
const bodies: Record<string, () => unknown> = {
  createQuestion: () => makeQuestion({ topic_focus: 'Optics' }),
  createQuestions: () => [makeQuestion(), makeQuestion({ source: 'openapi' })],
  replaceQuestion: () => makeQuestion({ difficulty: 2 }),
  updateQuestion: () => ({ incorrect_answers: [] }),
  restoreQuestion: () => ({ version: 1 }),
};

/** A body that meets the question with the taken origin, for rows that can answer 409. */
const conflicts: Record<string, () => Promise<[id: string, body: unknown]>> = {
  createQuestion: async () => ['', makeQuestion(origin)],
  createQuestions: async () => ['', [makeQuestion(), makeQuestion(origin)]],
  replaceQuestion: async () => [await make(), makeQuestion(origin)],
  updateQuestion: async () => [await make(), origin],
  restoreQuestion: async () => {
    const id = await make({ ...origin, external_id: 'left' });
    await rest('PATCH', `/questions/${id}`, { external_id: 'moved' });
    await make({ ...origin, external_id: 'left' });
    return [id, { version: 1 }];
  },
};

interface Call {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Calls the row so that it answers with this status; undefined where it cannot be made to. */
async function provoke(row: Row, status: number): Promise<Answer | undefined> {
  const call = async ({ id, query = '', body = bodies[row.name]?.(), headers }: Call) => {
    const path = row.path.replace('{id}', id ?? (row.path.includes('{id}') ? await make() : ''));
    return rest(row.method, path + query, body, headers);
  };
  switch (status) {
    case row.success.status:
      return call({});
    case 304:
      return call({ headers: { 'if-none-match': '*' } });
    case 400:
      return call({ query: '?nonsense=1' });
    case 404:
      return call({ id: unknownId });
    case 406:
      return call({ headers: { accept: 'text/html' } });
    case 409: {
      const [id, body] = (await conflicts[row.name]?.()) ?? [];
      return call({ ...(id ? { id } : {}), body });
    }
    case 412:
      return call({ headers: { 'if-match': '"99"' } });
    case 413:
      return call({ body: { question_text: 'x'.repeat(5000) } });
    case 415:
      return call({ headers: { 'content-type': 'text/plain' } });
    case 422:
      return call({ body: { version: 'one', difficulty: 'hard', nonsense: true } });
    default:
      return undefined;
  }
}

await make(origin);

describe.each(rows)('$method $path ($name)', (row) => {
  const { responses } = document.paths[row.path][row.method.toLowerCase()];
  // 500 and 503 have the same schema as the rest, and take a broken service to see.
  const statuses = Object.keys(responses)
    .map(Number)
    .filter((status) => status < 500);

  it.each(statuses)('answers %i as the document says', async (status) => {
    const answer = await provoke(row, status);
    expect(answer?.status).toBe(status);
    if (answer) expect(check(row.method, row.path, answer)).toEqual([]);
  });

  it('gives the headers the document promises', async () => {
    const answer = await provoke(row, row.success.status);
    const promised = Object.keys(responses[row.success.status].headers ?? {});
    const given = promised.filter((name) => answer?.headers.has(name));
    const isList = row.name === 'createQuestions';
    expect(given).toEqual(isList ? ['X-Request-Id'] : promised);
  });
});

it('finds a field that the document does not know', async () => {
  const answer = await rest('GET', `/questions/${await make()}`);
  const strange = { ...answer, body: { ...answer.body, colour: 'red', difficulty: '1' } };
  expect(check('GET', '/questions/{id}', strange).join('\n')).toMatch(/colour.*integer/s);
});
