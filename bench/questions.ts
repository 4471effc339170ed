import { cpuPerRequest, median, rounds, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startProcess, startService } from './measured-process.ts';

interface Case {
  readonly name: string;
  readonly path: string;
  /** The path of the same page on the baseline server. */
  readonly baselinePath?: string;
}

/** CPU per GET /questions, compared to a hand-written server on the same data. */
export async function benchQuestions(databaseUrl: string): Promise<void> {
  const baselineFile = new URL('baseline-server.ts', import.meta.url).pathname;
  const service = await startService(databaseUrl);
  const baseline = await startProcess(['--import', 'tsx', baselineFile, databaseUrl]);
  try {
    const cases = await listCases(service.url);
    const rows = [];
    for (const one of cases) rows.push(await compare(one, service, baseline));
    console.table(rows);
  } finally {
    await Promise.all([service.stop(), baseline.stop()]);
  }
}

async function listCases(url: string): Promise<Case[]> {
  const response = await fetch(`${url}/questions?offset=49980`);
  const { data, page } = (await response.json()) as {
    data: { id: string; created_at: string }[];
    page: { next_cursor: string };
  };
  const last = data.at(-1);
  const cursor = encodeURIComponent(JSON.stringify([last?.created_at, last?.id]));
  return [
    { name: 'first page', path: '/questions' },
    { name: 'one category, one level', path: '/questions?category=Science&difficulty=1' },
    { name: 'offset 90,000', path: '/questions?offset=90000' },
    {
      name: 'cursor at 50,000',
      path: `/questions?cursor=${page.next_cursor}`,
      baselinePath: `/questions?cursor=${cursor}`,
    },
    { name: 'search "planet"', path: '/questions?search=planet' },
  ];
}

async function compare(one: Case, service: MeasuredProcess, baseline: MeasuredProcess) {
  const baselinePath = one.baselinePath ?? one.path;
  const serviceTimes: number[] = [];
  const baselineTimes: number[] = [];
  await send(service.url + one.path, warmUp);
  await send(baseline.url + baselinePath, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    serviceTimes.push(await cpuPerRequest(service, one.path));
    baselineTimes.push(await cpuPerRequest(baseline, baselinePath));
  }
  const [serviceCpu, baselineCpu] = [median(serviceTimes), median(baselineTimes)];
  return {
    'GET /questions': one.name,
    'Quaestor, CPU ms': serviceCpu.toFixed(3),
    'baseline, CPU ms': baselineCpu.toFixed(3),
    ratio: (serviceCpu / baselineCpu).toFixed(2),
  };
}
