import type { ExecutionResult } from 'graphql';
import { cancelStatementsWith } from '../../db/statement-scope.ts';
import { requireAccess } from '../../domain/caller.ts';
import type { Log } from '../../log.ts';
import { ignoreReads, type Reads } from '../../schema/reads.ts';
import type { Admission } from '../admission.ts';
import { type ContextOptions, createContext } from '../context.ts';
import type { RequestState } from '../request-state.ts';
import { cleanResult, failedResult } from './clean-result.ts';
import { cleanStream } from './clean-stream.ts';
import type { CoercedVariables, Preparation, PreparedOperation } from './prepare-operation.ts';
import { untilAborted } from './until-aborted.ts';

export interface RunnerOptions extends ContextOptions {
  readonly admission: Admission;
  readonly log: Log;
}

export interface OperationInput {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /** Instead of variables: values as the schema's types understand them. */
  readonly coerced?: Readonly<Record<string, unknown>>;
  /** Adds what the request has cost to the result. */
  readonly showsCost?: boolean;
  /** Where a query whose answer may be remembered notes what it has read. */
  readonly reads?: Reads | undefined;
}

export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

function isStream(result: OperationResult): result is AsyncIterable<ExecutionResult> {
  return Symbol.asyncIterator in result;
}

export type RunOperation = (
  preparation: Preparation,
  input: OperationInput,
  state: RequestState,
) => Promise<OperationResult>;

/** The way of every operation, whoever asks for it: a REST row or a client of /graphql. */
export function createRunner(options: RunnerOptions): RunOperation {
  const { admission, log } = options;

  /** From top to bottom; each step rejects the operation by throwing. */
  async function run(
    operation: PreparedOperation,
    { variables, coerced, showsCost, reads = ignoreReads }: OperationInput,
    state: RequestState,
  ): Promise<OperationResult> {
    const complete = coerced && { ...operation.defaults, ...coerced };
    const values = complete ?? variables ?? {};
    state.operation ??= `graphql ${operation.kind}`;
    await admission.admitOperation(state, operation.costOf(values));
    const result = await settle(() => {
      // Before the variables: an unauthorized caller learns nothing from how the input would fail.
      requireAccessTo(operation, state);
      const input = complete ? { sent: complete, coerced: complete } : operation.coerce(values);
      return start(operation, input, createContext(state, reads, options));
    });
    if (!showsCost || isStream(result)) return result;
    return { ...result, extensions: { ...result.extensions, cost: state.cost } };
  }

  async function start(
    operation: PreparedOperation,
    variables: CoercedVariables,
    context: ReturnType<typeof createContext>,
  ): Promise<OperationResult> {
    if (operation.kind === 'subscription') return operation.subscribe(variables, context);
    // A query or mutation is answered at its deadline even if its work goes on; its statements are
    // cancelled then, and when its client hangs up.
    const { deadline, signal } = context;
    deadline.start();
    const execute = () => operation.execute(variables, context);
    try {
      return await untilAborted(
        operation.usesQuestionsAlone ? execute() : cancelStatementsWith(signal, execute),
        signal,
      );
    } finally {
      deadline.stop();
    }
  }

  return async (preparation, input, state) => {
    const result =
      'errors' in preparation
        ? { errors: preparation.errors }
        : await settle(() => run(preparation, input, state));
    const clean = (each: ExecutionResult) => cleanResult(each, state, log);
    return isStream(result) ? cleanStream(result, clean) : clean(result);
  };
}

/** Decides whether the caller may run an operation, once in a request. */
export function requireAccessTo(operation: Preparation, state: RequestState): void {
  if (!('rules' in operation) || state.authorized === operation) return;
  for (const rule of operation.rules) requireAccess(state.caller, rule);
  state.authorized = operation;
}

async function settle(work: () => Promise<OperationResult>): Promise<OperationResult> {
  try {
    return await work();
  } catch (error) {
    return failedResult(error);
  }
}
