import { startService } from './measured-process.ts';

const rounds = 3;

/** How long `/healthz` waits at most while the service handles one large request. */
export async function benchEventLoop(databaseUrl: string): Promise<void> {
  const scopes = 'questions:read,questions:write,analysis:read,analysis:run';
  const service = await startService(databaseUrl, { ANONYMOUS_SCOPES: scopes, WORKERS: '0' });
  try {
    const rows = [];
    for (const { name, path, body } of largeRequests()) {
      const waits: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        waits.push(await longestWait(service.url, path, JSON.stringify(body)));
      }
      // The first round also compiles the code.
      rows.push({ request: name, 'max wait, ms': waits.map(Math.round).join(', ') });
    }
    console.table(rows);
  } finally {
    await service.stop();
  }
}

async function longestWait(url: string, path: string, body: string): Promise<number> {
  const state = { isDone: false };
  const headers = { 'Content-Type': 'application/json', Prefer: 'wait=0' };
  const request = fetch(url + path, { method: 'POST', headers, body }).then(async (response) => {
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  });
  void request.catch(() => undefined).finally(() => Object.assign(state, { isDone: true }));
  let longest = 0;
  do {
    const before = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - before);
  } while (!state.isDone);
  await request;
  return longest;
}

function largeRequests() {
  const questions = Array.from({ length: 1000 }, (_, n) => ({
    question_text: `Question ${n}?`,
    correct_answer: 'Yes',
    incorrect_answers: Array.from({ length: 9 }, (_, m) => `${m} ${'x'.repeat(990)}`),
    category: 'Science',
    difficulty: 0,
  }));
  const responses = {
    question_ids: Array.from({ length: 500 }, (_, n) => `q${n}`),
    scores: Array.from({ length: 1000 }, () => Array(500).fill(1)),
  };
  return [
    { name: '1,000 questions, 9 MB', path: '/questions', body: questions },
    {
      name: '500,000 responses',
      path: '/analysis/run',
      body: { analysis_type: 'item_statistics', parameters: { responses } },
    },
  ];
}
