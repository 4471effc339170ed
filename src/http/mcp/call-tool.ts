import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { errorTable, type ServiceError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import type { Idempotency } from '../idempotency.ts';
import type { OperationCache } from '../operations/operation-cache.ts';
import { type RunOperation, requireAccessTo } from '../operations/run-operation.ts';
import type { ProblemItem } from '../problem.ts';
import { toServiceError } from '../public-error.ts';
import type { RequestState } from '../request-state.ts';
import { errorOf, itemsOf } from '../rest/to-response.ts';
import { toOperationInput, variableTypesOf } from '../rest/variables.ts';
import { readText } from './read-text.ts';
import {
  boundContent,
  contentNotice,
  delimit,
  visibleText,
  visibleValue,
} from './stored-content.ts';
import type { Tool, Undo } from './tool.ts';
import {
  ArgumentsError,
  compileArguments,
  isChange,
  type ToolArguments,
  type ToolInput,
} from './tool-arguments.ts';

export interface ToolsOptions {
  readonly schema: GraphQLSchema;
  readonly operations: OperationCache;
  readonly run: RunOperation;
  readonly fastPath: boolean;
  readonly idempotency: Idempotency;
  readonly log: Log;
}

/** The result of a tool as the protocol has it. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  // The protocol's results have room for what it does not define.
  [name: string]: unknown;
}

/** A tool that can be called. */
export interface CallableTool {
  readonly tool: Tool;
  readonly input: ToolArguments;
  /** Errors of the call are results: a model may mend its arguments. */
  call(given: Arguments, state: RequestState): Promise<ToolResult>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Runs tools by the stored operations of their rows, as REST does. */
export function createTools(tools: readonly Tool[], options: ToolsOptions): CallableTool[] {
  const { schema, operations, run, fastPath, idempotency, log } = options;
  return tools.map((tool) => {
    const { row } = tool;
    const input = compileArguments(tool);
    const types = variableTypesOf(schema, row.document);

    async function execute(read: ToolInput, state: RequestState): Promise<unknown> {
      const { rules, variable } = row.body ?? {};
      if (rules && variable) state.validInput = { rules, value: read.body };
      const operation = operations.prepare(row.document);
      const given = toOperationInput(types, read.variables, fastPath);
      // A stored operation is a query or a mutation, so its result is one result.
      const result = (await run(operation, given, state)) as ExecutionResult;
      const error = errorOf(result);
      if (error) throw error;
      const data = result.data ?? {};
      const body = 'body' in data ? data.body : data;
      return state.download ? { ...(body as object), ...(await readText(state.download)) } : body;
    }

    async function respond(given: Arguments, state: RequestState): Promise<ToolResult> {
      try {
        // Before the arguments: an unauthorized caller learns nothing from how they would fail.
        requireAccessTo(operations.prepare(row.document), state);
        const read = await input.read(given);
        const { dry_run: isDryRun = false, idempotency_key: key } = read.values;
        if (isDryRun) state.isDryRun = true;
        else if (isChange(row)) {
          const body = { tool: tool.name, given };
          const replay = await idempotency.begin(state.request, state, body, key as string);
          if (replay) return { ...JSON.parse(String(replay.body)), _meta: replayed };
        }
        const stored = await execute(read, state);
        const undo = isDryRun ? undefined : tool.undo?.(read.values, stored);
        return toResult(tool, stored, { isDryRun: isDryRun === true, undo });
      } catch (thrown) {
        if (thrown instanceof ArgumentsError) return toErrorResult(thrown.error, thrown.items);
        const error = toServiceError(thrown, state, log);
        return toErrorResult(error, itemsOf(row, error));
      }
    }

    return {
      tool,
      input,
      async call(given, state) {
        const result = await respond(given, state);
        const { error } = result.structuredContent as { error?: { status: number } };
        const body = JSON.stringify(result);
        await idempotency.finish(state, { status: error?.status ?? 200, headers: {}, body });
        return result;
      },
    };
  });
}

/** As the header Idempotent-Replayed says it over REST. */
const replayed = { 'quaestor/idempotent-replayed': true };

function toResult(
  { textOf = JSON.stringify }: Tool,
  body: unknown,
  { isDryRun, undo }: { isDryRun: boolean; undo: Undo | undefined },
): ToolResult {
  const { value, omitted } = boundContent(visibleValue(body));
  const lines = [
    delimit(textOf(value)),
    ...(omitted === undefined ? [] : [omitted]),
    ...(isDryRun ? ['Dry run: nothing was stored. This is what would be.'] : []),
    ...(undo ? [`To undo it, call ${undo.tool} with ${JSON.stringify(undo.arguments)}.`] : []),
  ];
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: {
      notice: contentNotice,
      stored: value,
      ...(omitted !== undefined && { omitted }),
      ...(isDryRun && { dry_run: true }),
      ...(undo && { undo }),
    },
  };
}

/** An error in the words of the problem details. */
function toErrorResult(error: ServiceError, items: readonly ProblemItem[]): ToolResult {
  const problem = describeError(error, items);
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(problem) }],
    structuredContent: { error: problem },
  };
}

/** What a client learns of an error, whichever part of the protocol carries it. */
export function describeError(
  error: ServiceError,
  items: readonly ProblemItem[] = [],
): Record<string, unknown> {
  const retryAfter = error.headers['Retry-After'];
  return {
    code: error.code,
    status: errorTable[error.code].status,
    detail: visibleText(error.message),
    ...(retryAfter !== undefined && { retry_after: Number(retryAfter) }),
    ...error.members,
    ...(items.length > 0 && { errors: visibleValue(items.map(({ more: _, ...item }) => item)) }),
  };
}
