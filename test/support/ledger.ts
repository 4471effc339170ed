import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Figures } from './experiment-table.ts';
import { makeQuestion } from './questions.ts';

export interface Ledger {
  /** Questions whose creation was confirmed. */
  readonly acknowledged: ReadonlySet<string>;
  /** Resolves when this many more have been confirmed. */
  confirmed(count: number): Promise<void>;
  stop(): Promise<void>;
  /** Compares what was confirmed with what is stored. */
  check(rows: readonly { readonly question_text: string }[]): Figures;
}

const writers = 6;
/** No answer to give in a fault but these; a broken connection is none. */
const expected = new Set([201, 409, 503, 504]);
const maxAttempts = 20;

/**
 * Clients that create questions, each with an Idempotency-Key, and repeat what was not confirmed, at
 * another node if there is one.
 */
export function keepWriting(urls: () => readonly string[]): Ledger {
  const acknowledged = new Set<string>();
  let failed = 0;
  let isStopped = false;
  const attempt = async (url: string, text: string, body: string) => {
    const response = await fetch(`${url}/questions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': text },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    const answer = await response.text();
    if (!expected.has(response.status)) {
      failed += 1;
      console.error(`${response.status} ${answer}`);
    }
    return response.status === 201;
  };
  const write = async (text: string, first: number) => {
    const body = JSON.stringify(makeQuestion({ question_text: text }));
    for (let count = 0; count < maxAttempts; count += 1) {
      const nodes = urls();
      const url = nodes[(first + count) % nodes.length] ?? '';
      const isDone = await attempt(url, text, body).catch(() => false);
      if (isDone) return void acknowledged.add(text);
      if (isStopped) return;
      await sleep(100);
    }
  };
  const running = Array.from({ length: writers }, async (_, writer) => {
    for (let count = writer; !isStopped; count += 1) {
      await write(`Is this ${randomUUID()}?`, count);
      await sleep(20);
    }
  });
  return {
    acknowledged,
    async confirmed(count) {
      const enough = acknowledged.size + count;
      while (acknowledged.size < enough && !isStopped) await sleep(20);
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
    check(rows) {
      const times = new Map<string, number>();
      for (const { question_text: text } of rows) times.set(text, (times.get(text) ?? 0) + 1);
      const present = [...acknowledged].filter((text) => times.has(text)).length;
      return {
        acknowledged: acknowledged.size,
        present,
        lost: acknowledged.size - present,
        doubled: [...times.values()].filter((count) => count > 1).length,
        failed,
      };
    },
  };
}

/** What a database holds, read past the service. */
export async function readQuestions(databaseUrl: string): Promise<{ question_text: string }[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query('SELECT question_text FROM questions')).rows;
  } finally {
    await client.end();
  }
}
