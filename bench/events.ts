import pg from 'pg';
import { cpuOfChildren, parentOf } from './cpu-time.ts';
import { startService } from './measured-process.ts';

const rounds = 12;
const bulkSize = 1000;
const bulksPerRound = 3;
const singlesPerRound = 300;
const maxRatio = 1.3;

/**
 * The CPU time of writes with the event log and without it, in the service and in PostgreSQL together, in
 * turns in one run. Without: the triggers of the log are off.
 */
export async function benchEvents(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0].pid);
  const service = await startService(databaseUrl, {
    ANONYMOUS_SCOPES: 'questions:read,questions:write',
  });
  const post = async (body: object) => {
    const response = await fetch(`${service.url}/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const works = {
    [`bulk of ${bulkSize}`]: async () => {
      for (let n = 0; n < bulksPerRound; n += 1) await post(Array.from({ length: bulkSize }, make));
      return bulksPerRound;
    },
    'one question': async () => {
      for (let n = 0; n < singlesPerRound; n += 1) await post(make());
      return singlesPerRound;
    },
  };
  const cpu = () => service.cpu() + cpuOfChildren(postmaster);
  try {
    const table = [];
    for (const [write, work] of Object.entries(works)) {
      const costs: Record<'ENABLE' | 'DISABLE', number[]> = { ENABLE: [], DISABLE: [] };
      await work();
      for (let round = 0; round < rounds; round += 1) {
        for (const mode of round % 2 ? modes : [...modes].reverse()) {
          await client.query(`ALTER TABLE questions ${mode} TRIGGER USER`);
          const before = cpu();
          const count = await work();
          // The positions of the last writes are given a moment later.
          await new Promise((resolve) => setTimeout(resolve, 100));
          costs[mode].push((cpu() - before) / count);
        }
      }
      const [withEvents, without] = [median(costs.ENABLE), median(costs.DISABLE)];
      const ratio = withEvents / without;
      table.push({
        write,
        'CPU ms with events': withEvents.toFixed(2),
        without: without.toFixed(2),
        ratio: ratio.toFixed(2),
        '': ratio <= maxRatio ? 'passes' : `above ${maxRatio}`,
      });
    }
    console.table(table);
  } finally {
    await client.query('ALTER TABLE questions ENABLE TRIGGER USER');
    await Promise.all([service.stop(), client.end()]);
  }
}

const modes = ['ENABLE', 'DISABLE'] as const;

let made = 0;

function make() {
  made += 1;
  return {
    question_text: `Which of the ${made} rivers of the world is the longest of all?`,
    correct_answer: `River ${made}`,
    incorrect_answers: ['Nile', 'Amazon', 'Yangtze'],
    category: 'Geography',
    difficulty: made % 3,
    topic_focus: `Rivers ${made % 20}`,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
