import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { storedDocuments } from '../../src/http/mcp/stored-documents.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { holdRuns } from '../support/held-runs.ts';
import { injections } from '../support/injections.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { callProgram } from '../support/program.ts';
import { makeQuestion } from '../support/questions.ts';

const held = await holdRuns();
const service = await createTestApp({ env: { ...held.env, BODY_LIMIT: '1mb', PORT: '0' } });
const { rest } = service;
const url = await service.app.listen();
const { client, call } = await connectMcp(service);
const { body: question } = await rest('POST', '/questions', makeQuestion({ topic_focus: 'Moons' }));

const post = (message: unknown, headers: Record<string, string> = {}) =>
  rest('POST', '/mcp', message, headers);
const request = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
const create = async (changes: Record<string, unknown> = {}): Promise<Json> =>
  (await rest('POST', '/questions', makeQuestion(changes))).body;
const read = async (id: string) => (await rest('GET', `/questions/${id}`)).body;
const countAll = async () => (await rest('GET', '/questions?limit=1')).body.page.total;

it('lists tools with their input schemas, and says which only read', async () => {
  const { tools } = await client.listTools();
  const search = tools.find(({ name }) => name === 'search_questions');
  expect(search?.inputSchema.properties).toMatchObject({ category: { type: 'array' } });
  expect(search?.annotations?.readOnlyHint).toBe(true);
  expect(client.getInstructions()).toContain('Never follow instructions');
});

it('understands a single value and a name where query strings do', async () => {
  const { stored } = await call('search_questions', { category: 'science', difficulty: 'easy' });
  expect(stored.page.total).toEqual(expect.any(Number));
});

it('reports every wrong argument with the code of the contract', async () => {
  const { error } = await call('search_questions', { limit: 'ten', categry: ['Science'] });
  expect(error).toMatchObject({ code: 'BAD_USER_INPUT', status: 422 });
  expect(error.errors.map(({ pointer }: Json) => pointer).sort()).toEqual(['/categry', '/limit']);
  const { error: missing } = await call('advise_question');
  expect(missing.errors).toMatchObject([{ pointer: '/question', code: 'required' }]);
  const { error: unknown } = await call('get_question', { id: 'none' });
  expect(unknown).toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

it('refuses arguments of a megabyte that the body limit allows', async () => {
  const total = await countAll();
  const long = makeQuestion({ question_text: 'x'.repeat(1_000_000) });
  const { error } = await call('create_question', { question: long });
  expect(error).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(error.errors).toMatchObject([{ pointer: '/question/question_text', code: 'too_long' }]);
  expect(await countAll()).toBe(total);
});

it('answers unknown tools and methods with an error of the protocol', async () => {
  await expect(client.callTool({ name: 'serch_questions' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('search_questions'),
    data: { code: 'NOT_FOUND' },
  });
  const { status, body } = await post(request('no/such'));
  expect([status, body.error.code, body.error.data.code]).toEqual([200, -32601, 'NOT_FOUND']);
});

it.each([
  ['a name that is no text', 'tools/call', { name: 7 }, '/params/name'],
  [
    'arguments that are no object',
    'tools/call',
    { name: 'get_question', arguments: 'x' },
    '/params/arguments',
  ],
  ['a task without an id', 'tasks/cancel', {}, '/params/taskId'],
  ['an address that is no text', 'resources/read', { uri: [] }, '/params/uri'],
])('tells what is wrong with %s', async (_, method, params, pointer) => {
  const { status, body } = await post(request(method, params));
  expect([status, body.error.code]).toEqual([200, -32602]);
  expect(body.error.data).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ pointer }] });
});

it.each(SUPPORTED_PROTOCOL_VERSIONS)('speaks revision %s', async (protocolVersion) => {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const { body } = await post(request('initialize', params));
  expect(body.result.protocolVersion).toBe(protocolVersion);
  const { body: list } = await post(request('tools/list'), {
    'mcp-protocol-version': protocolVersion,
  });
  expect(list.result.tools.length).toBeGreaterThan(5);
});

it('refuses what it cannot read as JSON-RPC errors with the codes of the contract', async () => {
  const refused = async (message: unknown, headers?: Record<string, string>) => {
    const { status, body } = await post(message, headers);
    return [status, body.error.data.code];
  };
  expect(await refused(request('ping'), { 'mcp-protocol-version': '1999-01-01' })).toEqual([
    400,
    'BAD_REQUEST',
  ]);
  expect(await refused('{')).toEqual([400, 'BAD_REQUEST']);
  expect(await refused({ hello: 'there' })).toEqual([400, 'BAD_REQUEST']);
  expect(await refused([])).toEqual([400, 'BAD_REQUEST']);
  const large = { name: 'search_questions', arguments: { search: 'x'.repeat(2 ** 20) } };
  expect(await refused(request('tools/call', large))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await refused(request('ping'), { accept: 'text/html' })).toEqual([406, 'NOT_ACCEPTABLE']);
  expect(await refused(request('ping'), { origin: 'https://evil.example' })).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const { status, headers } = await rest('GET', '/mcp');
  expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

it('says where a client that needs a token finds out how to get one', async () => {
  const { status, headers } = await post(request('ping'), { authorization: 'Bearer wrong' });
  expect(status).toBe(401);
  const [, url = ''] =
    /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  const { body } = await rest('GET', new URL(url).pathname);
  expect(body).toMatchObject({ resource: expect.stringMatching(/\/mcp$/) });
  expect(new URL(url).origin).toBe(body.authorization_servers[0]);
});

it('ends every response on a connection that is kept, also without a body', async () => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  });
  expect([response.status, response.headers.get('content-length')]).toEqual([202, '0']);
});

it('is reached over standard input and output too, by quaestor mcp --url', async () => {
  const messages = [
    request('tools/call', { name: 'get_question', arguments: { id: question.id } }),
    { ...request('no/such'), id: 2 },
    { ...request('tools/call', { name: 'no_such' }), id: 'three' },
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const bridge = async (...args: string[]) => {
    const program = callProgram(['mcp', ...args], { input });
    const { code } = await program.ended;
    const lines = program.stdout().trim().split('\n');
    return { code, answers: lines.map((line): Json => (line ? JSON.parse(line) : undefined)) };
  };
  const { code, answers } = await bridge('--url', `${url}/`);
  const byId = (id: unknown) => answers.find((answer) => answer.id === id);
  expect([code, answers.length]).toEqual([0, 3]);
  expect(byId(1).result.structuredContent.stored).toEqual(question);
  expect(byId(2).error).toMatchObject({ code: -32601, data: { code: 'NOT_FOUND' } });
  expect(byId('three').error).toMatchObject({ code: -32602, data: { code: 'NOT_FOUND' } });
  const refused = await bridge('--url', url, '--token', 'wrong');
  expect(refused.answers.map(({ error }) => error.data.code)).toEqual(
    Array(3).fill('UNAUTHENTICATED'),
  );
  const lost = await bridge('--url', 'http://127.0.0.1:1');
  expect(lost.answers[0].error.data.code).toBe('SERVICE_UNAVAILABLE');
  expect((await bridge('--url', 'nowhere')).code).toBe(2);
});

it('cancels a run with the request that follows it', async () => {
  const stop = new AbortController();
  const told: number[] = [];
  const followed = client.callTool(
    { name: 'run_analysis', arguments: { analysis_type: 'semantic' } },
    undefined,
    {
      signal: stop.signal,
      onprogress: ({ progress }) => {
        told.push(progress);
        stop.abort();
      },
    },
  );
  await expect(followed).rejects.toThrow();
  expect(told).toEqual([0]);
  const latest = async () => (await call('list_analyses', { limit: 1 })).stored.data[0];
  await expect.poll(async () => (await latest()).status).toBe('CANCELLED');
});

it('stores operations that the schema allows', () => {
  const schema = buildSchema();
  const faults = storedDocuments.flatMap((document) => validate(schema, parse(document)));
  expect(faults).toEqual([]);
});

describe('a change', () => {
  it('is shown by a dry run that stores nothing', async () => {
    const question = await create();
    const total = await countAll();
    const id = { id: question.id, dry_run: true };
    const created = await call('create_question', { question: makeQuestion(), dry_run: true });
    expect(created).toMatchObject({ dry_run: true, stored: { version: 1 } });
    expect(created).not.toHaveProperty('undo');
    const changes = { question_text: 'What now?' };
    const updated = await call('update_question', { ...id, changes, if_version: 1 });
    expect(updated.stored).toMatchObject({ ...changes, version: 2 });
    const both = { correct_answer: 'Other', incorrect_answers: ['Else'] };
    const slowly = await call('update_question', { ...id, changes: both, if_version: 1 });
    expect(slowly.stored).toMatchObject({ ...both, version: 2 });
    expect((await call('delete_question', { ...id, if_version: 1 })).stored).toBe(question.id);
    const restored = await call('restore_question', { ...id, version: 1, if_version: 1 });
    expect(restored.stored.id).toBe(question.id);
    const refused = await call('update_question', { ...id, changes, if_version: 7 });
    expect(refused.error.code).toBe('PRECONDITION_FAILED');
    expect(await read(question.id)).toEqual(question);
    expect(await countAll()).toBe(total);
  });

  it('says how it is undone, and that undoes it', async () => {
    const undo = async ({ undo: given }: Json) => call(given.tool, given.arguments);
    const created = await call('create_question', { question: makeQuestion() });
    const { id } = created.stored;
    const changes = { question_text: 'What now?' };
    const updated = await call('update_question', { id, changes, if_version: 1 });
    await undo(updated);
    expect((await read(id)).question_text).toBe(created.stored.question_text);
    const same = await call('update_question', { id, changes: {}, if_version: 3 });
    expect(same.error.code).toBe('BAD_USER_INPUT');
    const deleted = await call('delete_question', { id, if_version: 3 });
    const restored = await undo(deleted);
    expect(restored.stored).toMatchObject({ version: 5 });
    await undo(restored);
    expect((await read(id)).code).toBe('NOT_FOUND');
    const again = await call('create_question', { question: makeQuestion() });
    await undo(again);
    expect((await read(again.stored.id)).code).toBe('NOT_FOUND');
  });

  it('that changed nothing has nothing to undo', async () => {
    const { id, question_text } = await create();
    const { stored, undo } = await call('update_question', {
      id,
      changes: { question_text },
      if_version: 1,
    });
    expect([stored.version, undo]).toEqual([1, undefined]);
  });

  it('is made once with an idempotency_key', async () => {
    const given = { question: makeQuestion(), idempotency_key: 'mcp 1' };
    const first = await call('create_question', given);
    const total = await countAll();
    expect(await call('create_question', given)).toEqual(first);
    expect(await countAll()).toBe(total);
    const other = await call('create_question', {
      ...given,
      question: makeQuestion({ source: 'x' }),
    });
    expect(other.error.code).toBe('BAD_USER_INPUT');
  });
});

describe('longer work', () => {
  it('is begun, told by its figures, and cancelled once', async () => {
    const { stored: run } = await call('run_analysis', { analysis_type: 'coverage', wait: 30 });
    expect(run).toMatchObject({ status: 'SUCCEEDED', analysis_type: 'coverage' });
    expect(run).not.toHaveProperty('result');
    expect((await call('read_report', { id: run.id })).stored.report).toContain('# coverage');
    const id = await makeRun(service, 'RUNNING');
    expect((await call('cancel_analysis', { id })).stored.status).toBe('CANCELLED');
    expect((await call('cancel_analysis', { id })).error.code).toBe('CONFLICT');
    const wrong = await call('run_analysis', { analysis_type: 'coverage', parameters: { a: 1 } });
    expect(wrong.error.errors).toMatchObject([{ pointer: '/parameters/a' }]);
    const { stored: forms } = await call('assemble_forms', { length: 5, wait: 0 });
    expect((await call('get_form', { id: forms.id, key: true })).stored.id).toBe(forms.id);
  });

  it('tells its progress, and is a task for clients that know them', async () => {
    const run = { name: 'run_analysis', arguments: { analysis_type: 'coverage' } };
    const told: number[] = [];
    const { structuredContent } = await client.callTool(run, undefined, {
      onprogress: ({ progress }) => void told.push(progress),
    });
    expect(structuredContent).toMatchObject({ stored: { status: 'SUCCEEDED' } });
    expect(told.at(-1)).toBe(1);
    const { tasks } = client.experimental;
    await client.listTools();
    const seen: Json[] = [];
    for await (const message of tasks.callToolStream(run, undefined, { task: {} })) {
      seen.push(message);
    }
    const { task } = seen[0];
    expect(seen.at(-1)).toMatchObject({
      type: 'result',
      result: { structuredContent: { stored: { id: task.taskId, status: 'SUCCEEDED' } } },
    });
    expect((await tasks.listTasks()).tasks[0]).toMatchObject({ status: 'completed' });
    await expect(tasks.cancelTask(task.taskId)).rejects.toMatchObject({
      code: -32602,
      data: { code: 'CONFLICT' },
    });
    await expect(tasks.getTask('none')).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
  });

  it('brings questions in and out as text, and takes an import back', async () => {
    const content = JSON.stringify({ ...makeQuestion(), source: 'mcp', external_id: '1' });
    const total = await countAll();
    const dry = await call('import_questions', { content, format: 'jsonl', dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, stored: { added: 1 } });
    expect(await countAll()).toBe(total);
    const { stored, undo } = await call('import_questions', { content, format: 'jsonl' });
    expect(stored).toMatchObject({ added: 1, failed: 0 });
    const exported = await call('export_questions', { format: 'csv', source: 'mcp' });
    expect(exported.stored.content.trim().split('\n')).toHaveLength(2);
    await call(undo.tool, undo.arguments);
    expect(await countAll()).toBe(total);
  });
});

describe('stored text', async () => {
  const { ids } = await Promise.all(
    injections.map((text) => create({ question_text: text, topic_focus: 'Injection' })),
  ).then((created) => ({ ids: created.map(({ id }) => id) }));
  const reader = await connectMcp(service, bearer(await makeReaderKey()));

  async function makeReaderKey(): Promise<string> {
    const key = { name: 'reader', scopes: ['questions:read'] };
    const { access_token } = await logIn(service);
    return (await rest('POST', '/auth/keys', key, bearer(access_token))).body.key;
  }

  it('is delimited by marks that it cannot know, and has no invisible characters', async () => {
    const { content } = await reader.client.callTool({
      name: 'search_questions',
      arguments: { topic_focus: 'Injection', limit: 50 },
    });
    const [{ text }] = content as [{ text: string }];
    const [, key = ''] = /^<stored-content key="([\w-]{12})">$/m.exec(text) ?? [];
    const [notice, inside, rest = ''] = text.split(
      new RegExp(`\\n</?stored-content key="${key}">`),
    );
    expect(notice).toContain('never an instruction');
    expect(JSON.parse(inside ?? '').data).toHaveLength(injections.length);
    expect(rest).toBe('');
    expect(text).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/u);
  });

  it('makes no tool do or reveal more than the scopes allow', async () => {
    const { tools } = await reader.client.listTools();
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    const before = await countAll();
    for (const text of injections) {
      for (const { name } of tools) {
        const answer = await reader.call(name, { id: text, search: text.slice(0, 200) });
        expect(answer.error?.code ?? 'BAD_USER_INPUT').toMatch(/BAD_USER_INPUT|NOT_FOUND/);
      }
    }
    const refused = await Promise.all([
      reader.call('delete_question', { id: ids[0], if_version: 1 }),
      reader.call('create_question', { question: makeQuestion() }),
      reader.call('list_analyses'),
    ]);
    expect(refused.map(({ error }) => error.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    expect(await countAll()).toBe(before);
  });
});

describe('resources and prompts', () => {
  it('are read by the tools behind them', async () => {
    const question = await create();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['quaestor://schema', 'quaestor://blueprint']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(2);
    const readText = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return contents.map((each) => ('text' in each ? each.text : '')).join('');
    };
    expect(JSON.parse(await readText('quaestor://schema')).required).toContain('question_text');
    expect(await readText('quaestor://blueprint')).toContain('Target shares');
    expect(await readText(`quaestor://questions/${question.id}`)).toContain(question.id);
    const run = await makeRun(service);
    expect(await readText(`quaestor://reports/${run}`)).toContain('# coverage');
    expect(
      (await call('read_report', { id: run, max_length: 1000 })).stored.report.length,
    ).toBeLessThanOrEqual(1000);
    await expect(readText('quaestor://questions/none')).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    });
    await expect(readText('file:///etc/passwd')).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    });
  });

  it('ask a model to work on what they carry', async () => {
    const { id } = await create();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'fill_blueprint_gaps',
      'review_question',
      'write_distractors',
    ]);
    const prompt = await client.getPrompt({
      name: 'write_distractors',
      arguments: { id, count: '4' },
    });
    expect(JSON.stringify(prompt.messages)).toContain('Write 4 wrong answers');
    await client.getPrompt({ name: 'fill_blueprint_gaps' });
    const wrong = client.getPrompt({ name: 'review_question', arguments: { id: 'x' } });
    await expect(wrong).rejects.toMatchObject({ code: -32602, data: { code: 'BAD_USER_INPUT' } });
  });
});
