/**
 * `npm run bench [-- questions | advice | auth | backup | hostile | budget | analysis | scale | engine |
 * event-loop | events | forms | overload | quizzes | random | transfer]`: loads 100,000 questions (or `--count`) into its own
 * PostgreSQL and runs the benchmarks. See README.md.
 */
import { parseArgs } from 'node:util';
import { benchAdvice } from './advice/bench-advice.ts';
import { benchAnalysis } from './analysis.ts';
import { benchEngine } from './analysis-engine.ts';
import { benchAuth } from './auth.ts';
import { benchBackup } from './backup.ts';
import { benchBudget } from './budget.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchEvents } from './events.ts';
import { benchForms } from './forms.ts';
import { benchHostile } from './hostile.ts';
import { openBank } from './open-bank.ts';
import { benchOverload } from './overload.ts';
import { benchQuestions } from './questions/bench-questions.ts';
import { benchQuizzes } from './quizzes.ts';
import { benchRandomLists } from './random-lists.ts';
import { benchScale } from './scale/bench-scale.ts';
import { benchTransfer } from './transfer.ts';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    count: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
});
const only = options.only.split(',').filter((name) => name !== '');
const benches = new Map<string, (databaseUrl: string) => Promise<void>>([
  [
    'questions',
    (url) =>
      benchQuestions(url, {
        isQuick: options.quick,
        only,
      }),
  ],
  ['advice', benchAdvice],
  ['backup', benchBackup],
  ['auth', benchAuth],
  ['hostile', (url) => benchHostile(url, only)],
  ['budget', benchBudget],
  ['analysis', benchAnalysis],
  ['scale', () => benchScale(only)],
  ['engine', benchEngine],
  ['event-loop', benchEventLoop],
  ['events', benchEvents],
  ['forms', benchForms],
  ['overload', benchOverload],
  ['random', benchRandomLists],
  ['transfer', benchTransfer],
  ['quizzes', benchQuizzes],
]);
const selected = (names.length > 0 ? names : ['questions']).map((name) => {
  const bench = benches.get(name);
  if (bench) return bench;
  throw new Error(`Unknown benchmark ${name}; available: ${[...benches.keys()].join(', ')}`);
});

if (options.help) {
  console.log(`Usage: npm run bench -- [benchmark…] [options]

Benchmarks: ${[...benches.keys()].join(', ')} (default: questions)

  --count N     questions in the bank (default 100000)
  --only A,B    only the rows whose names start so (questions, hostile, scale)
  --quick       fewer requests, for a first look (questions)`);
} else {
  const bank = await openBank(Number(options.count));
  try {
    for (const bench of selected) await bench(bank.url);
  } finally {
    await bank.close();
  }
}
