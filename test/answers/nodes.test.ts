import { expect, it } from 'vitest';
import { connectDatabase } from '../../src/db/database.ts';
import { defaultPolicy } from '../../src/formats/import-options.ts';
import { executeImport, uploadImport } from '../../src/jobs/imports/imports.ts';
import { createLog } from '../../src/log.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json, type TestApp } from '../support/app.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { inChunks } from '../support/read-format.ts';

const databaseUrl = await createTestDatabase();
const path = await createCutOff(databaseUrl);
closeAfterFile(() => path.cut());
const near = await createTestApp({ env: { DATABASE_URL: databaseUrl } });
const far = await createTestApp({ env: { DATABASE_URL: path.url, POOL_TIMEOUT: '2s' } });
const nodes = [near, far];
/** As the command line has it. */
const database = connectDatabase({
  url: databaseUrl,
  poolSize: 1,
  log: createLog({ level: 'silent', isPretty: false }),
});
closeAfterFile(() => database.close());
const admin = bearer((await logIn(near)).access_token);

interface Stored {
  readonly id: string;
  readonly category: string;
  readonly difficulty: number;
  readonly text: string;
}

type Bank = ReadonlyMap<string, Stored>;

const categories = ['Science', 'Geography', 'Literature'];

/** The bank after each write, when it was acknowledged, and by which node. */
const history: { bank: Bank; at: number; node?: TestApp | undefined }[] = [
  { bank: new Map(), at: performance.now() },
];

const current = (): Bank => history.at(-1)?.bank ?? new Map();

function note(changed: (bank: Map<string, Stored>) => unknown, node?: TestApp): void {
  const bank = new Map(current());
  changed(bank);
  history.push({ bank, at: performance.now(), node });
}

/** What a read on a node may show: no older than its own writes, and than a second. */
function allowed(node: TestApp, startedAt: number): Bank[] {
  const oldest = history.findLastIndex((each) => each.node === node || each.at <= startedAt - 1000);
  return history.slice(Math.max(0, oldest)).map(({ bank }) => bank);
}

function shuffle(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = shuffle(7);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

const contentOf = (text: string) => ({
  question_text: text,
  correct_answer: 'That one',
  category: pick(categories),
  difficulty: below(3),
});

let count = 0;

async function create(node: TestApp): Promise<void> {
  count += 1;
  const content = contentOf(`Which is number ${count}?`);
  const { status, body } = await node.rest('POST', '/questions', content);
  expect(status).toBe(201);
  const { category, difficulty, question_text: text } = content;
  note((bank) => bank.set(body.id, { id: body.id, category, difficulty, text }), node);
}

async function update(node: TestApp): Promise<void> {
  const question = pick([...current().values()]);
  count += 1;
  const text = `Which is number ${count}?`;
  const category = pick(categories);
  const { body } = await node.graphql(
    `mutation($id: ID!, $input: QuestionChangesInput!) { updateQuestion(id: $id, input: $input) { id } }`,
    { id: question.id, input: { questionText: text, category: category.toUpperCase() } },
  );
  expect(body.errors).toBeUndefined();
  note((bank) => bank.set(question.id, { ...question, text, category }), node);
}

async function remove(node: TestApp): Promise<void> {
  const { id } = pick([...current().values()]);
  expect((await node.rest('DELETE', `/questions/${id}`)).status).toBe(204);
  note((bank) => bank.delete(id), node);
}

async function changeByPlainSql(): Promise<void> {
  const question = pick([...current().values()]);
  const difficulty = below(3);
  await database.pool.query('UPDATE questions SET difficulty = $1 WHERE id = $2', [
    difficulty,
    question.id,
  ]);
  note((bank) => bank.set(question.id, { ...question, difficulty }));
}

async function importOne(): Promise<void> {
  const question = pick([...current().values()]);
  count += 1;
  const text = `Which is number ${count}?`;
  const { id, category, difficulty } = question;
  const row = { id, question_text: text, correct_answer: 'That one', category, difficulty };
  const bytes = inChunks(JSON.stringify(row));
  const file = { bytes, mapping: {}, defaults: {}, policy: defaultPolicy };
  const { id: imported } = await uploadImport(database, file, { by: 'command-line' });
  expect(await executeImport(database, imported ?? '')).toMatchObject({ status: 'SUCCEEDED' });
  note((bank) => bank.set(id, { ...question, text }));
}

/** Reads a list or a question, over one interface or the other. */
async function read(node: TestApp): Promise<void> {
  const startedAt = performance.now();
  const [category, difficulty] = [pick(categories), below(3)];
  const isList = random() < 0.6;
  const id = [...current().keys()][below(4)] ?? '';
  const shown = isList ? await list(node, category, difficulty) : await one(node, id);
  if (shown === undefined) return;
  const expected = allowed(node, startedAt).map((bank) =>
    isList
      ? [...bank.values()]
          .filter((each) => each.category === category && each.difficulty === difficulty)
          .map(({ id: each, text }) => `${each} ${text}`)
          .sort()
      : [`${id} ${bank.get(id)?.text}`],
  );
  expect(expected.map((each) => each.join())).toContain(shown.sort().join());
}

async function list(
  node: TestApp,
  category: string,
  difficulty: number,
): Promise<string[] | undefined> {
  if (random() < 0.5) {
    const target = `/questions?category=${category}&difficulty=${difficulty}&limit=100`;
    const { status, body } = await node.rest('GET', target);
    if (isAway(node, status)) return undefined;
    return body.data.map((each: Json) => `${each.id} ${each.question_text}`);
  }
  const { status, body } = await node.graphql(
    'query($filter: QuestionFilter) { questions(filter: $filter, first: 100) { nodes { id questionText } } }',
    { filter: { category: [category.toUpperCase()], difficulty: [levels[difficulty]] } },
  );
  if (isAway(node, status)) return undefined;
  return body.data.questions.nodes.map((each: Json) => `${each.id} ${each.questionText}`);
}

const levels = ['BASIC', 'INTERMEDIATE', 'ADVANCED'];

async function one(node: TestApp, id: string): Promise<string[] | undefined> {
  if (random() < 0.5) {
    const { status, body } = await node.rest('GET', `/questions/${id}`);
    if (isAway(node, status)) return undefined;
    return [`${id} ${body.question_text}`];
  }
  const { status, body } = await node.graphql(
    'query($id: ID!) { question(id: $id) { questionText } }',
    {
      id,
    },
  );
  if (isAway(node, status)) return undefined;
  return [`${id} ${body.data.question?.questionText}`];
}

let isCut = false;

const isAway = (node: TestApp, status: number) => isCut && node === far && status >= 500;

async function countRemembered(node: TestApp): Promise<number> {
  const { body } = await node.rest('GET', '/metrics', undefined, admin);
  return Number(/^quaestor_remembered_answers_total (\d+)/m.exec(body)?.[1]);
}

it('no node shows anything older than its own writes, or than a second, though its path is cut', async () => {
  for (let n = 0; n < 8; n += 1) await create(pick(nodes));
  for (let step = 0; step < 240; step += 1) {
    if (step === 100) {
      await path.cut();
      isCut = true;
    }
    if (step === 150) {
      await path.restore();
      isCut = false;
    }
    const node = pick(nodes);
    const writer = isCut ? near : node;
    const die = random();
    if (die < 0.8) await read(node);
    else if (die < 0.85) await create(writer);
    else if (die < 0.91) await update(writer);
    else if (die < 0.93 && current().size > 6) await remove(writer);
    else if (die < 0.97) await changeByPlainSql();
    else await importOne();
  }
  for (const node of nodes) expect(await countRemembered(node)).toBeGreaterThan(0);
});

it('an answer is not shown to a caller of other scopes', async () => {
  const { body: made } = await near.rest(
    'POST',
    '/auth/keys',
    { name: 'runs only', scopes: ['analysis:read'] },
    admin,
  );
  const query = '{ questions(first: 3) { nodes { id } } }';
  await expect
    .poll(async () => {
      const before = await countRemembered(near);
      for (const headers of [{}, admin]) {
        await near.rest('GET', '/questions?limit=3', undefined, headers);
        await near.graphql(query, {}, headers);
      }
      return (await countRemembered(near)) - before;
    })
    .toBe(4);
  const refused = await near.rest('GET', '/questions?limit=3', undefined, bearer(made.key));
  expect(refused.status).toBe(403);
  const { body } = await near.graphql(query, {}, bearer(made.key));
  expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
});

it('a remembered answer equals the fresh one, is revalidated by 304, and is not used when a fresh one is asked for', async () => {
  const target = '/questions?category=Science&limit=2';
  const noCache = { 'cache-control': 'no-cache' };
  const fresh = await near.rest('GET', target, undefined, noCache);
  await expect
    .poll(async () => {
      const before = await countRemembered(near);
      const again = await near.rest('GET', target);
      expect(again.body).toEqual(fresh.body);
      const kept = (headers: Headers) =>
        [...headers].filter(([name]) => name !== 'x-request-id').sort();
      expect(kept(again.headers)).toEqual(kept(fresh.headers));
      return (await countRemembered(near)) - before;
    })
    .toBe(1);
  const before = await countRemembered(near);
  const etag = { 'if-none-match': fresh.headers.get('etag') ?? '' };
  expect((await near.rest('GET', target, undefined, etag)).status).toBe(304);
  expect(await countRemembered(near)).toBe(before + 1);
  await near.rest('GET', target, undefined, noCache);
  expect(await countRemembered(near)).toBe(before + 1);
});
