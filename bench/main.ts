/**
 * `npm run bench [-- questions | auth | hostile | budget | analysis | engine | event-loop]`: loads 100,000
 * questions into its own PostgreSQL and runs the benchmarks.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { createLog } from '../src/log.ts';
import { benchAnalysis } from './analysis.ts';
import { benchEngine } from './analysis-engine.ts';
import { benchAuth } from './auth.ts';
import { benchBudget } from './budget.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchHostile } from './hostile.ts';
import { loadQuestions } from './load-questions.ts';
import { benchQuestions } from './questions.ts';

const benches = new Map([
  ['questions', benchQuestions],
  ['auth', benchAuth],
  ['hostile', benchHostile],
  ['budget', benchBudget],
  ['analysis', benchAnalysis],
  ['engine', benchEngine],
  ['event-loop', benchEventLoop],
]);
const [, , ...names] = process.argv;
const selected = (names.length > 0 ? names : ['questions', 'auth']).map((name) => {
  const bench = benches.get(name);
  if (bench) return bench;
  throw new Error(`Unknown benchmark ${name}; available: ${[...benches.keys()].join(', ')}`);
});

const count = 100_000;
const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(folder, 0o755);
const log = createLog({ level: 'warn', isPretty: true });
const server = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
try {
  await prepareDatabase({ url: server.url, poolSize: 1, log });
  await loadQuestions(server.url, count);
  for (const bench of selected) await bench(server.url);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
