import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { checkout } from '../support/program.ts';
import { makeQuestion } from '../support/questions.ts';

const DATABASE_URL = await createTestDatabase();
const service = await createTestApp({
  env: { DATABASE_URL, PORT: '0', ANONYMOUS_SCOPES: 'questions:read' },
});
const url = await service.app.listen();
const { authorization } = bearer((await logIn(service)).access_token);
const inspector = fileURLToPath(
  new URL('node_modules/@modelcontextprotocol/inspector-cli/build/cli.js', import.meta.url),
);

/** Runs the command line of the inspector; it prints what the server has answered. */
async function inspect(target: readonly string[], ...args: string[]): Promise<Json> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inspector, '--cli', ...target, '--method', ...args],
    // It looks for its own package.json from there.
    { cwd: dirname(inspector) },
  );
  return JSON.parse(stdout);
}

const overHttp = [`${url}/mcp`, '--transport', 'http'];
const signedIn = [...overHttp, '--header', `Authorization: ${authorization}`];
const namesOf = (listed: readonly Json[]) => listed.map(({ name }) => name);

it('lists what the caller may do over HTTP, and calls tools', async () => {
  const { tools } = await inspect(overHttp, 'tools/list');
  expect(namesOf(tools)).toContain('search_questions');
  expect(namesOf(tools)).not.toContain('create_question');
  const question = JSON.stringify(makeQuestion({ question_text: 'Which planet is red?' }));
  const create = ['tools/call', '--tool-name', 'create_question', '--tool-arg'];
  const { structuredContent } = await inspect(signedIn, ...create, `question=${question}`);
  const { id } = structuredContent.stored;
  const search = ['tools/call', '--tool-name', 'search_questions', '--tool-arg', 'search=red'];
  const found = await inspect(overHttp, ...search);
  expect(found.structuredContent.stored.data[0].id).toBe(id);
  const read = await inspect(overHttp, 'resources/read', '--uri', `quaestor://questions/${id}`);
  expect(read.contents[0].text).toContain('Which planet is red?');
});

it('lists prompts and resources', async () => {
  const { prompts } = await inspect(overHttp, 'prompts/list');
  expect(namesOf(prompts)).toContain('review_question');
  const { resources } = await inspect(overHttp, 'resources/list');
  expect(resources.map(({ uri }: Json) => uri)).toContain('quaestor://schema');
});

it('starts quaestor mcp, and speaks to it over standard input and output', async () => {
  const settings = ['-e', `DATABASE_URL=${DATABASE_URL}`, '-e', 'WORKERS=0'];
  const program = [process.execPath, join(checkout, 'dist/bundle/quaestor.cjs'), 'mcp', '--write'];
  const { tools } = await inspect([...settings, ...program], 'tools/list');
  expect(namesOf(tools)).toContain('create_question');
});
