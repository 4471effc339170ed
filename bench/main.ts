/**
 * `npm run bench [-- questions | advice | auth | hostile | budget | analysis | scale | engine |
 * event-loop | overload]`: loads 100,000 questions into its own PostgreSQL and runs the benchmarks. See README.md.
 */
import { parseArgs } from 'node:util';
import { benchAdvice } from './advice/bench-advice.ts';
import { benchAnalysis } from './analysis.ts';
import { benchEngine } from './analysis-engine.ts';
import { benchAuth } from './auth.ts';
import { benchBudget } from './budget.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchHostile } from './hostile.ts';
import { openBank } from './open-bank.ts';
import { benchOverload } from './overload.ts';
import { benchQuestions } from './questions/bench-questions.ts';
import { benchScale } from './scale/bench-scale.ts';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const benches = new Map<string, (databaseUrl: string) => Promise<void>>([
  [
    'questions',
    (url) =>
      benchQuestions(url, {
        isQuick: options.quick,
        only: options.only.split(',').filter((name) => name !== ''),
      }),
  ],
  ['advice', benchAdvice],
  ['auth', benchAuth],
  ['hostile', benchHostile],
  ['budget', benchBudget],
  ['analysis', benchAnalysis],
  ['scale', () => benchScale(options.only.split(',').filter((name) => name !== ''))],
  ['engine', benchEngine],
  ['event-loop', benchEventLoop],
  ['overload', benchOverload],
]);
const selected = (names.length > 0 ? names : ['questions']).map((name) => {
  const bench = benches.get(name);
  if (bench) return bench;
  throw new Error(`Unknown benchmark ${name}; available: ${[...benches.keys()].join(', ')}`);
});

const bank = await openBank(100_000);
try {
  for (const bench of selected) await bench(bank.url);
} finally {
  await bank.close();
}
