import { readFileSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AnalysisType } from '../analyses/analysis-type.ts';
import type { RunPlan } from '../analyses/run-request.ts';
import type { AnalysisRecord } from '../db/analysis-read.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CommandContext, type CommandServices, jsonOption } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type CommandIo, stopSignals } from './command-io.ts';
import { formatErrors } from './format-errors.ts';
import { createProgress } from './progress.ts';
import type { OutputOptions } from './report/print-result.ts';

interface AnalyzeOptions extends OutputOptions {
  readonly category?: string[];
  readonly difficulty?: number[];
  readonly topicFocus?: string;
  readonly search?: string;
  readonly source?: string;
  readonly parameters?: object;
  readonly ids?: string[];
  readonly describe?: true;
  readonly html?: string;
}

const criteriaOptions = ['category', 'difficulty', 'topicFocus', 'search', 'source'] as const;

/** `analyze TYPE`: runs an analysis in this process, saves it like any other run and prints the result. */
export function analyzeCommand(program: Command, context: CommandContext): void {
  program
    .command('analyze')
    .description('Run an analysis on all questions, or on those that the options select.')
    .argument('[type]', 'type of analysis; omit it to list all types')
    .option(
      '--describe',
      'print the description and parameters of the analysis instead of running it',
    )
    .option('--ids <ids...>', 'questions with these ids')
    .option('--category <names...>', 'questions in these categories')
    .option('--difficulty <levels...>', 'questions with these difficulties, 0 to 2', collectNumber)
    .option('--topic-focus <topic>', 'questions with this topic focus')
    .option('--search <words>', 'questions that match a full-text search')
    .option('--source <source>', 'questions from this source')
    .option(
      '--parameters <json>',
      'parameters of the analysis: a JSON object, or @file to read it from a file',
      readObject,
    )
    .option('--all', 'print all rows of the tables instead of the first 10')
    .option('--table <name>', 'print only this table; --describe lists them')
    .addOption(jsonOption().conflicts(['csv', 'md']))
    .addOption(
      new Option(
        '--csv',
        'print all rows of one table as CSV: --table, otherwise the first that has any',
      ).conflicts('md'),
    )
    .option('--md', 'print Markdown')
    .option('--html <file>', 'also write the report with plots to an HTML file')
    .addHelpText('after', outputHelp)
    .action(async (type: string | undefined, options: AnalyzeOptions) => {
      const { json = false, describe = false, ...others } = options;
      if (type === undefined || describe) {
        return context.print(await describeTypes(type, json, Object.keys(others)));
      }
      const plan = await planOf(type, options);
      assertTable(plan.type, options.table);
      await context.withDatabase(async (services) => {
        const { logLevel } = services.config;
        // Log lines would break the progress bar.
        const quiet = { ...services.config, logLevel: logLevel === 'info' ? 'warn' : logLevel };
        const log = await context.log(quiet, context.io.stderr);
        const run = await runHere(services, plan, context.io, log);
        const { printResult } = await import('./report/print-result.ts');
        await printResult(services.database, plan.type, run, options, context);
        if (options.html !== undefined) await writeReport(services, plan.type, run, options.html);
        if (run.status !== 'SUCCEEDED') throw new CommandError(describeFailure(run));
      });
    });
}

/** A run without a result has no report; why is reported by the caller. */
async function writeReport(
  { config, database }: CommandServices,
  type: AnalysisType,
  run: AnalysisRecord,
  file: string,
): Promise<void> {
  if (run.status !== 'SUCCEEDED') return;
  const [{ readReportData }, { renderReport }] = await Promise.all([
    import('../db/report-read.ts'),
    import('../jobs/render-report.ts'),
  ]);
  const data = await readReportData(database, run, type);
  // Without an address that others know, questions are not linked.
  const base = config.publicUrl && `${config.publicUrl}/`;
  const { html } = await renderReport(data, base, new AbortController().signal);
  try {
    writeFileSync(file, html);
  } catch (error) {
    throw new CommandError(`Cannot write the file: ${(error as Error).message}.`);
  }
}

const outputHelp = `
On a terminal, tables are cut to its width. Elsewhere nothing is cut or colored. CSV has the values as in
JSON (shares from 0 to 1, ids of questions beside their texts); tables for people show shares in percent.`;

function assertTable({ name: type, report }: AnalysisType, name: string | undefined): void {
  if (name === undefined || report.some((table) => table.name === name)) return;
  const names = report.map((table) => table.name).join(', ');
  throw new UsageError(`--table of ${type} must be one of ${names}; got ${JSON.stringify(name)}.`);
}

async function describeTypes(
  type: string | undefined,
  asJson: boolean,
  others: readonly string[],
): Promise<string> {
  const { describeAnalysis, listAnalyses } = await import('./describe-analysis.ts');
  if (type !== undefined) return describeAnalysis((await planOf(type, {})).type, asJson);
  if (others.length === 0) return listAnalyses(asJson);
  throw new UsageError(
    'Put the type of analysis before the options: analyze quality --category Science.',
  );
}

async function planOf(
  analysisType: string,
  { parameters, ids: questionIds, ...options }: AnalyzeOptions,
): Promise<RunPlan> {
  const { planRun, runRequest } = await import('../analyses/run-request.ts');
  const { listFaults, parseBy } = await import('../domain/rules.ts');
  const criteria = Object.fromEntries(
    criteriaOptions.flatMap((name) => (name in options ? [[name, options[name]]] : [])),
  );
  // An empty selection would count as one, and ids together with a selection are rejected.
  const selection = Object.keys(criteria).length === 0 ? undefined : criteria;
  const request = { analysisType, questionIds, selection, parameters };
  const faults = listFaults(runRequest, request);
  if (faults.length === 0) return planRun(parseBy(runRequest, request));
  throw new UsageError(formatErrors(faults));
}

async function runHere(
  { config, database }: CommandServices,
  plan: RunPlan,
  io: CommandIo,
  log: Awaited<ReturnType<CommandContext['log']>>,
): Promise<AnalysisRecord> {
  const [{ countChosen, saveRun }, { claimRun }, { createRunner }, { embeddingsProvider }] =
    await Promise.all([
      import('../db/new-run.ts'),
      import('../db/analysis-store.ts'),
      import('../jobs/runner.ts'),
      import('../jobs/embeddings.ts'),
    ]);
  const questionCount = await countChosen(database, plan);
  const frame = { questionCount, by: 'command-line', at: new Date() };
  const id = await inTransaction(database, (transaction) => saveRun(transaction, plan, frame));
  const runner = createRunner({
    database,
    threads: 1,
    timeLimit: config.analysisTimeout,
    memoryLimit: config.analysisMemory,
    embeddings: embeddingsProvider(config),
    publish: async () => undefined,
    log,
  });
  const stopListening = cancelOnSignal(io, database, id, runner.cancel);
  try {
    const claimed = await claimRun(database, { id, jobId: null }, config.analysisTimeout);
    const [run] = await Promise.all([
      showProgress(io, database, id, plan.type.name),
      claimed && runner.run(claimed, new AbortController().signal),
    ]);
    return run;
  } finally {
    stopListening();
    await runner.close();
  }
}

/** Follows the run to its end. Another worker may have claimed it first. */
async function showProgress(io: CommandIo, database: Database, id: string, title: string) {
  const { watchRun } = await import('../jobs/watch-run.ts');
  const progress = createProgress(io.stderr, title, 100);
  let [last, done]: [AnalysisRecord | undefined, number] = [undefined, 0];
  const endless = new AbortController().signal;
  for await (const run of watchRun(database, poll, id, endless)) {
    last = run;
    const percent = Math.floor(run.progress * 100);
    progress.advance(Math.max(0, percent - done));
    done = Math.max(done, percent);
  }
  progress.end();
  if (!last) throw new CommandError('The run was deleted before it finished.');
  return last;

  function poll(listener: (event: { id: string }) => void): () => void {
    const timer = setInterval(() => listener({ id }), 200);
    return () => clearInterval(timer);
  }
}

function cancelOnSignal(
  io: CommandIo,
  database: Database,
  id: string,
  stop: (id: string) => void,
): () => void {
  const cancel = async () => {
    const { cancelRun } = await import('../db/analysis-store.ts');
    await cancelRun(database.prisma, id);
    stop(id);
  };
  for (const signal of stopSignals) io.on(signal, cancel);
  return () => {
    for (const signal of stopSignals) io.off(signal, cancel);
  };
}

function describeFailure({ status, error }: AnalysisRecord): string {
  return error ? `${error.code}: ${error.detail}` : `The status of the run is ${status}.`;
}

function readObject(given: string): object {
  const text = given.startsWith('@') ? readText(given.slice(1)) : given;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new InvalidArgumentError('Must be a JSON object such as {"max_words": 30}.');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`Cannot read the file: ${(error as Error).message}.`);
  }
}

function collectNumber(word: string, others: number[] = []): number[] {
  if (/^\d$/.test(word)) return [...others, Number(word)];
  throw new InvalidArgumentError('Must be 0 (basic), 1 (intermediate) or 2 (advanced).');
}
