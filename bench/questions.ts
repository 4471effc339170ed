import { cpuPerRequest, median, rounds, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startProcess, startService } from './measured-process.ts';

interface Case {
  readonly name: string;
  readonly path: string;
  /** What the yardstick is asked for the same page. */
  readonly plainPath?: string;
}

/** CPU per GET /questions, beside a hand-written server on the same data, in turns. */
export async function benchQuestions(databaseUrl: string): Promise<void> {
  const plainServer = new URL('plain-server.ts', import.meta.url).pathname;
  const service = await startService(databaseUrl);
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
