import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { RunPlan } from '../analyses/run-request.ts';
import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CommandContext, type CommandServices, jsonOption } from './command-context.ts';
import { CommandError, WrongUse } from './command-error.ts';
import { createProgress } from './progress.ts';
import { tellFaults } from './tell-faults.ts';
import { tellRun } from './tell-run.ts';

interface AnalyzeOptions {
  readonly category?: string[];
  readonly difficulty?: number[];
  readonly topicFocus?: string;
  readonly search?: string;
  readonly source?: string;
  readonly parameters?: object;
  readonly ids?: string[];
  readonly describe?: true;
  readonly json?: true;
}

/** `analyze TYPE`: runs an analysis in this process and prints what came out; the run is kept like any other. */
export function analyzeCommand(program: Command, context: CommandContext): void {
  program
    .command('analyze')
    .description('Run an analysis on all questions, or on those that the options choose.')
    .argument('[type]', 'which analysis; without one they are listed')
    .option('--describe', 'tell what the analysis does and takes, and run nothing')
    .option('--ids <ids...>', 'the questions with these ids')
    .option('--category <names...>', 'questions of these categories')
    .option('--difficulty <levels...>', 'questions of these levels, 0 to 2', collectNumber)
    .option('--topic-focus <topic>', 'questions of this topic')
    .option('--search <words>', 'questions that match a full-text search')
    .option('--source <source>', 'questions from this source')
    .option(
      '--parameters <json>',
      'settings of the analysis: a JSON object, or @ and the name of a file with one',
      readObject,
    )
    .addOption(jsonOption())
    .action(async (type: string | undefined, options: AnalyzeOptions) => {
      const { json = false, describe = false, ...others } = options;
      if (type === undefined || describe) {
        return console.log(await describeTypes(type, json, Object.keys(others)));
      }
      const plan = await planOf(type, options);
      await context.withDatabase(async (services) => {
        const { logLevel } = services.config;
        // The bar says that it runs; the usual news would stand in its way.
        const quiet = { ...services.config, logLevel: logLevel === 'info' ? 'warn' : logLevel };
        const log = context.log(quiet, process.stderr);
        const run = await runHere(services, plan, log);
        console.log(await tellRun(services.database, run, json));
        if (run.status !== 'SUCCEEDED') throw new CommandError(reasonOf(run));
      });
    });
}

async function describeTypes(
  type: string | undefined,
  asJson: boolean,
  others: readonly string[],
): Promise<string> {
  const { describeAnalysis, listAnalyses } = await import('./describe-analysis.ts');
  if (type !== undefined) return describeAnalysis((await planOf(type, {})).type, asJson);
  if (others.length === 0) return listAnalyses(asJson);
  throw new WrongUse('Name the analysis before the options: analyze quality --category Science.');
}

async function planOf(
  analysisType: string,
  { parameters, ids: questionIds, json: _, describe: __, ...criteria }: AnalyzeOptions,
): Promise<RunPlan> {
  const { planRun, runRequest } = await import('../analyses/run-request.ts');
  const { listFaults, parseBy } = await import('../domain/rules.ts');
  // Ids and criteria together are refused, and no criteria are none.
  const selection = Object.keys(criteria).length === 0 ? undefined : criteria;
  const request = { analysisType, questionIds, selection, parameters };
  const faults = listFaults(runRequest, request);
  if (faults.length === 0) return planRun(parseBy(runRequest, request));
  throw new WrongUse(tellFaults(faults));
}

async function runHere(
  { config, database }: CommandServices,
  plan: RunPlan,
  log: ReturnType<CommandContext['log']>,
): Promise<AnalysisRecord> {
  const [{ countChosen, saveRun }, { createRunner }, { embeddingsProvider }] = await Promise.all([
    import('../db/new-run.ts'),
    import('../jobs/runner.ts'),
    import('../jobs/embeddings.ts'),
  ]);
  const { requireProvider } = await import('../analyses/run-request.ts');
  const embeddings = embeddingsProvider(config);
  requireProvider(plan, embeddings !== undefined);
  const questionCount = await countChosen(database, plan);
  const frame = { questionCount, by: 'command-line', at: new Date() };
  const queued = await inTransaction(database, (transaction) => saveRun(transaction, plan, frame));
  const runner = createRunner({
    database,
    threads: 1,
    timeLimit: config.analysisTimeout,
    memoryLimit: config.analysisMemory,
    embeddings,
    tell: async () => undefined,
    enqueue: async () => undefined,
    log,
  });
  const stopListening = cancelOnSignal(database, queued.id, runner.drop);
  try {
    const running = runner.run(queued);
    const run = await showProgress(database, queued.id, plan.type.name);
    await running;
    return run;
  } finally {
    stopListening();
    await runner.close();
  }
}

/** Follows the run to its end, whoever runs it: a worker beside this one may have been quicker. */
async function showProgress(database: Database, id: string, title: string) {
  const { followRun } = await import('../jobs/run-news.ts');
  const progress = createProgress(title, 100);
  let [last, done]: [AnalysisRecord | undefined, number] = [undefined, 0];
  const endless = new AbortController().signal;
  for await (const run of followRun(database, lookOften, id, endless)) {
    last = run;
    const percent = Math.floor(run.progress * 100);
    progress.advance(Math.max(0, percent - done));
    done = Math.max(done, percent);
  }
  progress.end();
  if (!last) throw new CommandError('The run was deleted while it was under way.');
  return last;

  function lookOften(listener: (event: { id: string }) => void): () => void {
    const timer = setInterval(() => listener({ id }), 200);
    return () => clearInterval(timer);
  }
}

function cancelOnSignal(database: Database, id: string, drop: (id: string) => void): () => void {
  const cancel = async () => {
    const { cancelRun } = await import('../db/analysis-store.ts');
    await cancelRun(database.prisma, id);
    drop(id);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, cancel);
  return () => {
    for (const signal of signals) process.off(signal, cancel);
  };
}

function reasonOf({ status, error }: AnalysisRecord): string {
  return error ? `${error.code}: ${error.detail}` : `The run is ${status}.`;
}

function readObject(given: string): object {
  const text = given.startsWith('@') ? readText(given.slice(1)) : given;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below like JSON that is no object.
  }
  throw new InvalidArgumentError('It is not a JSON object such as {"max_words": 30}.');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`The file cannot be read: ${(error as Error).message}.`);
  }
}

function collectNumber(word: string, others: number[] = []): number[] {
  if (/^\d$/.test(word)) return [...others, Number(word)];
  throw new InvalidArgumentError('Levels are 0, 1 and 2.');
}
