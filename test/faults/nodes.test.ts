import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices } from '../support/service.ts';

const { start } = createServices();
const stopped = { code: 0, signal: null };
const keys = 50;
const repeats = 8;

it(`${keys} Idempotency-Keys, each sent ${repeats} times at once to two nodes, make one change each`, async (context) => {
  const DATABASE_URL = await createTestDatabase();
  const env = { DATABASE_URL, WORKERS: '0' };
  const nodes = await Promise.all([start(env), start(env)]);
  const send = async (key: number, repeat: number, body: object) => {
    const node = nodes[repeat % nodes.length];
    for (;;) {
      const answer = await node?.rest('POST', '/questions', body, { 'Idempotency-Key': `k${key}` });
      const status = answer?.status ?? 0;
      // The first is still running, or there are too many at once: the same again.
      if (status !== 409 && status !== 503) return { key, status, id: answer?.body.id };
      await sleep(50);
    }
  };
  const answers = await Promise.all(
    Array.from({ length: keys }, (_, key) => {
      const body = makeQuestion({ question_text: `Is this key ${key}?` });
      return Array.from({ length: repeats }, (_, repeat) => send(key, repeat, body));
    }).flat(),
  );
  const ids = new Map<number, Set<string>>();
  for (const { key, status, id } of answers) {
    if (status === 201) ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const stored = await readQuestions(DATABASE_URL);
  const texts = new Set(stored.map(({ question_text: text }) => text));
  record(context, `${keys} keys, each ${repeats} times at once`, {
    acknowledged: ids.size,
    present: texts.size,
    lost: ids.size - texts.size,
    doubled: stored.length - texts.size + [...ids.values()].filter(({ size }) => size > 1).length,
    failed: answers.filter(({ status }) => status !== 201).length,
  });
  for (const node of nodes) expect(await node.end()).toEqual(stopped);
});

const library = ['aarch64', 'x86_64']
  .map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
const fakeTime = (offset: string) => ({
  LD_PRELOAD: library ?? '',
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
const canFakeTime =
  library !== undefined &&
  spawnSync(process.execPath, ['-e', ''], { env: fakeTime('+1h') }).status === 0;

it.runIf(canFakeTime)(
  'nodes whose clocks are an hour ahead and behind lose and double nothing (needs libfaketime)',
  async (context) => {
    const DATABASE_URL = await createTestDatabase();
    const env = { DATABASE_URL, WORKERS: '0' };
    const nodes = await Promise.all(
      ['+1h', '-1h'].map((offset) => start({ ...env, ...fakeTime(offset) })),
    );
    const ledger = keepWriting(() => nodes.map(({ url }) => url));
    await ledger.confirmed(100);
    await ledger.stop();
    record(context, 'clocks +1 h and -1 h', ledger.check(await readQuestions(DATABASE_URL)));
    const [ahead, behind] = nodes;
    const { body } = (await ahead?.rest('POST', '/questions', makeQuestion())) ?? {};
    const changed = await behind?.rest('PATCH', `/questions/${body.id}`, { topic_focus: 'Time' });
    expect(changed?.status).toBe(200);
    expect(changed?.body.updated_at >= changed?.body.created_at).toBe(true);
    for (const node of nodes) expect(await node.end()).toEqual(stopped);
  },
);
