import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';
import { lockTable } from '../support/table-lock.ts';

const defaults = {
  STATEMENT_TIMEOUT: '10s',
  LOCK_TIMEOUT: '3s',
  POOL_TIMEOUT: '2s',
  REQUEST_TIMEOUT: '30s',
};
const lockedForMs = 45_000;

it('a table that is locked from outside for 45 s stops only those who need it', async () => {
  const DATABASE_URL = await createTestDatabase();
  const service = await createTestApp({
    env: { ...defaults, DATABASE_URL, DATABASE_POOL: '10', ANSWER_CACHE: '0' },
  });
  const { rest, graphql } = service;
  const { access_token } = await logIn(service);
  const lock = await lockTable(DATABASE_URL, 'questions');
  let isLocked = true;
  const whileLocked = async (ask: () => Promise<{ status: number }>) => {
    const statuses = new Set<number>();
    while (isLocked) {
      statuses.add((await ask()).status);
      await sleep(100);
    }
    return [...statuses];
  };
  const needing = Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      whileLocked(() =>
        n % 2 ? rest('GET', '/questions') : rest('POST', '/questions', makeQuestion()),
      ),
    ),
  );
  const others = Promise.all([
    whileLocked(() => rest('GET', '/auth/me', undefined, bearer(access_token))),
    whileLocked(() => graphql('{ me { callerId } }', {}, bearer(access_token))),
    whileLocked(() => rest('GET', '/readyz')),
    whileLocked(() => rest('GET', '/healthz')),
    whileLocked(() => rest('GET', '/graphql', undefined, { accept: 'text/html' })),
    whileLocked(async () => {
      await logIn(service);
      return { status: 200 };
    }),
  ]);
  await sleep(lockedForMs);
  isLocked = false;
  expect(await others).toEqual(Array(6).fill([200]));
  for (const statuses of await needing) {
    for (const status of statuses) expect([503, 504]).toContain(status);
  }
  await lock.release();
  expect((await rest('POST', '/questions', makeQuestion())).status).toBe(201);
  expect((await rest('GET', '/questions')).status).toBe(200);
  expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
}, 300_000);
