import { Agent, get } from 'node:http';
import { type MeasuredProcess, startProcess } from './measured-process.ts';

const requests = 1000;
const warmUp = 500;
const rounds = 3;
const concurrency = 8;

interface Case {
  readonly name: string;
  readonly path: string;
  /** What the yardstick is asked for the same page. */
  readonly plainPath?: string;
}

/** CPU per GET /questions, beside a hand-written server on the same data, in turns. */
export async function benchQuestions(databaseUrl: string): Promise<void> {
  const plainServer = new URL('plain-server.ts', import.meta.url).pathname;
  const service = await startProcess(['dist/main.js', 'serve'], {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  });
  const plain = await startProcess(['--import', 'tsx', plainServer, databaseUrl]);
  try {
    const cases = await listCases(service.url);
    const rows = [];
    for (const one of cases) rows.push(await compare(one, service, plain));
    console.table(rows);
  } finally {
    await Promise.all([service.stop(), plain.stop()]);
  }
}

async function listCases(url: string): Promise<Case[]> {
  const answer = await fetch(`${url}/questions?offset=49980`);
  const { data, page } = (await answer.json()) as {
    data: { id: string; created_at: string }[];
    page: { next_cursor: string };
  };
  const last = data.at(-1);
  const place = encodeURIComponent(JSON.stringify([last?.created_at, last?.id]));
  return [
    { name: 'first page', path: '/questions' },
    { name: 'one category, one level', path: '/questions?category=Science&difficulty=1' },
    { name: 'offset 90,000', path: '/questions?offset=90000' },
    {
      name: 'cursor at 50,000',
      path: `/questions?cursor=${page.next_cursor}`,
      plainPath: `/questions?cursor=${place}`,
    },
    { name: 'search «planet»', path: '/questions?search=planet' },
  ];
}

async function compare(one: Case, service: MeasuredProcess, plain: MeasuredProcess) {
  const plainPath = one.plainPath ?? one.path;
  const ours: number[] = [];
  const theirs: number[] = [];
  await send(service.url + one.path, warmUp);
  await send(plain.url + plainPath, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await cpuPerRequest(service, one.path));
    theirs.push(await cpuPerRequest(plain, plainPath));
  }
  const [quaestor, byHand] = [median(ours), median(theirs)];
  return {
    'GET /questions': one.name,
    'Quaestor, CPU ms': quaestor.toFixed(3),
    'by hand, CPU ms': byHand.toFixed(3),
    ratio: (quaestor / byHand).toFixed(2),
  };
}

async function cpuPerRequest(process: MeasuredProcess, path: string): Promise<number> {
  const before = process.cpu();
  await send(process.url + path, requests);
  return (process.cpu() - before) / requests;
}

async function send(url: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await once(url, agent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
}

function once(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on('end', resolve).resume();
    }).on('error', reject);
  });
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
