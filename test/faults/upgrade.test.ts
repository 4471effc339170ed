import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startBalancer } from '../support/balancer.ts';
import { createBareDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { readQuestions } from '../support/ledger.ts';
import { makeQuestion } from '../support/questions.ts';
import { buildFirstRelease, hasCommit } from '../support/release.ts';
import { checkout, createServices, type Service } from '../support/service.ts';

const { start } = createServices();
const clients = 6;
const changelog = await readFile(join(checkout, 'CHANGELOG.md'), 'utf8');
const [, commit = ''] = /^## 0\.1\.0 .*commit (\w+)/m.exec(changelog) ?? [];

/** Clients that create and list questions, and count what was not answered as it should be. */
function keepUsing(url: string) {
  const created = new Set<string>();
  const failures: string[] = [];
  let answered = 0;
  let isStopped = false;
  const call = async (path: string, init: RequestInit, status: number) => {
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
    const body = await answer.text();
    if (answer.status === status) answered += 1;
    else failures.push(`${init.method ?? 'GET'} ${answer.status} ${body.slice(0, 200)}`);
    return answer.status === status;
  };
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let count = 0; !isStopped; count += 1) {
      const text = `Is this ${client}, ${count}?`;
      const body = JSON.stringify(makeQuestion({ question_text: text }));
      const headers = { 'Content-Type': 'application/json' };
      const fail = (error: Error) => void failures.push(error.message);
      const post = { method: 'POST', headers, body };
      if (await call('/questions', post, 201).catch(fail)) created.add(text);
      await call(`/questions?limit=5&difficulty=${count % 3}`, {}, 200).catch(fail);
      await sleep(20);
    }
  });
  return {
    created,
    failures,
    async answered(count: number) {
      const enough = answered + count;
      await vi.waitUntil(() => answered >= enough, { timeout: 120_000, interval: 50 });
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
      return answered;
    },
  };
}

describe.skipIf(!hasCommit(commit))('an upgrade from 0.1.0 (needs its commit)', () => {
  it('node by node under load fails no request, and 0.1.0 runs on the new tables', async (context) => {
    const folder = await buildFirstRelease(commit);
    const env = { DATABASE_URL: await createBareDatabase(), WORKERS: '0' };
    const startOld = () => start(env, { folder });
    let nodes: Service[] = [await startOld(), await startOld()];
    const balancer = await startBalancer(() => nodes.map(({ url }) => url));
    const load = keepUsing(balancer.url);
    await load.answered(100);
    const replace = async (startFresh: () => Promise<Service>) => {
      const [oldest, ...others] = nodes;
      const fresh = await startFresh();
      nodes = [...nodes, fresh];
      await vi.waitUntil(() => balancer.isReady(fresh.url), { timeout: 90_000 });
      nodes = [...others, fresh];
      // What was sent before is answered first: 0.1.0 has no DRAIN_DELAY.
      const isFree = (url = '') => !balancer.isReady(url) && balancer.isIdle(url);
      await vi.waitUntil(() => isFree(oldest?.url), { timeout: 60_000 });
      expect(await oldest?.end()).toEqual({ code: 0, signal: null });
      await load.answered(100);
    };
    // Both releases on the new tables, then only the new one, then back.
    for (const startFresh of [() => start(env), () => start(env), startOld]) {
      await replace(startFresh);
    }
    const answered = await load.stop();
    expect(load.failures).toEqual([]);
    const rows = (await readQuestions(env.DATABASE_URL)).map((row) => row.question_text);
    record(context, `rolling upgrade (${answered} requests)`, {
      acknowledged: load.created.size,
      present: [...load.created].filter((text) => rows.includes(text)).length,
      lost: [...load.created].filter((text) => !rows.includes(text)).length,
      doubled: rows.length - new Set(rows).size,
      failed: load.failures.length,
    });
    for (const node of nodes) expect(await node.end()).toEqual({ code: 0, signal: null });
  }, 400_000);
});
