import type { ExecutionResult } from 'graphql';
import { cancelStatementsWith } from '../../db/statement-scope.ts';
import { requireAccess } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Span } from '../../domain/span.ts';
import { ignoreReads, type Reads } from '../../schema/reads.ts';
import type { Admission } from '../admission.ts';
import { type ContextOptions, createContext } from '../context.ts';
import type { RequestState } from '../request-state.ts';
import { cleanResult, failedResult } from './clean-result.ts';
import { cleanStream } from './clean-stream.ts';
import type {
  CoercedVariables,
  Preparation,
  PreparedOperation,
  Variables,
} from './prepare-operation.ts';
import { untilCancelled } from './until-cancelled.ts';

export interface RunnerOptions extends ContextOptions {
  readonly admission: Admission;
}

export interface OperationInput {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /** Instead of variables: values as the schema's types understand them. */
  readonly coerced?: Record<string, unknown>;
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

  /** From top to bottom; a step that throws rejects the operation. */
  async function run(
    operation: PreparedOperation,
    { variables, coerced, showsCost, reads = ignoreReads }: OperationInput,
    state: RequestState,
  ): Promise<OperationResult> {
    const complete = coerced && withDefaults(coerced, operation.defaults);
    const values = complete ?? variables ?? {};
    const isStored = state.operation !== undefined;
    state.operation ??= `graphql ${operation.kind}`;
    try {
      const charged = admission.admitOperation(state, operation.costOf(values));
      if (charged) await charged;
    } catch (error) {
      return failedResult(error);
    }
    const span = isStored ? undefined : startSpan(operation, state);
    let result: OperationResult;
    try {
      // Before the variables: an unauthorized caller learns nothing from how the input would fail.
      requireAccessTo(operation, state);
      const input = complete ? { sent: complete, coerced: complete } : operation.coerce(values);
      const context = createContext(state, reads, options);
      if (span) context.cancellation.span = span;
      result = await start(operation, input, context);
    } catch (error) {
      result = failedResult(error);
    }
    if (span) endSpan(span, result);
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
    const { deadline, cancellation } = context;
    deadline.start();
    const execute = () => operation.execute(variables, context);
    try {
      return await untilCancelled(
        operation.usesQuestionsAlone ? execute() : cancelStatementsWith(cancellation, execute),
        cancellation,
      );
    } finally {
      deadline.stop();
    }
  }

  return async (preparation, input, state) => {
    const result =
      'errors' in preparation
        ? { errors: preparation.errors }
        : await run(preparation, input, state);
    const clean = (each: ExecutionResult) => cleanResult(each, state, log);
    return isStream(result) ? cleanStream(result, clean) : clean(result);
  };
}

/** The values are those of this request alone. */
function withDefaults(values: Record<string, unknown>, defaults: Variables): Variables {
  for (const name in defaults) if (!(name in values)) values[name] = defaults[name];
  return values;
}

/** A stored operation is the request itself, which has a span. */
function startSpan({ kind, name }: PreparedOperation, { span }: RequestState): Span | undefined {
  if (!span?.isRecording) return undefined;
  const attributes = { 'graphql.operation.type': kind, 'graphql.operation.name': name };
  return span.startChild(name ? `${kind} ${name}` : kind, 'internal', attributes);
}

function endSpan(span: Span, result: OperationResult): void {
  const [error] = isStream(result) ? [] : (result.errors ?? []);
  const cause = error?.originalError;
  span.end(cause instanceof ServiceError ? cause.code : error?.name);
}

/** Decides whether the caller may run an operation, once in a request. */
export function requireAccessTo(operation: Preparation, state: RequestState): void {
  if (!('rules' in operation) || state.authorized === operation) return;
  for (const rule of operation.rules) requireAccess(state.caller, rule);
  state.authorized = operation;
}
