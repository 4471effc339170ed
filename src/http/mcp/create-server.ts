import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { isAllowed } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonSchema } from '../openapi/response-schema.ts';
import { toServiceError } from '../public-error.ts';
import type { RequestState } from '../request-state.ts';
import { type CallableTool, createTools, type ToolsOptions } from './call-tool.ts';
import { beginTask, handleTasks, type RunHandling, runWithProgress } from './handle-runs.ts';
import { instructions } from './instructions.ts';
import { toMcpError, toProtocolError, unknownName } from './mcp-error.ts';
import { promptFault, prompts } from './prompts.ts';
import { type CallTool, findResource, listResources, type ResourceContent } from './resources.ts';
import { taskTools, watchTask } from './run-tasks.ts';
import { isChange } from './tool-arguments.ts';
import { tools } from './tools.ts';

export interface ProtocolOptions extends ToolsOptions {
  readonly version: string;
}

/** How a request is answered. */
export interface Answering {
  /** Whether progress can be told before the answer. */
  readonly isStream: boolean;
  /** Aborted when the client cancels the request. */
  readonly cancelled: AbortSignal;
}

export type CreateServer = (state: RequestState, answering: Answering) => Server;

/** Creates the protocol's side of a request: what a caller may list, read and call. */
export function createProtocol(options: ProtocolOptions): CreateServer {
  const callable = createTools(tools, options);
  const hidden = createTools(taskTools, options);
  const resources = listResources(questionSchemaOf(callable));
  // The server would create one for each request.
  const jsonSchemaValidator = new AjvJsonSchemaValidator();

  const toolNamed = (name: string): CallableTool => {
    const found = [...callable, ...hidden].find(({ tool }) => tool.name === name);
    if (!found)
      throw unknownName(
        'tool',
        name,
        callable.map(({ tool }) => tool.name),
      );
    return found;
  };

  const mayCall = ({ tool }: CallableTool, { caller }: RequestState): boolean => {
    const operation = options.operations.prepare(tool.row.document);
    return 'rules' in operation && operation.rules.every((rule) => isAllowed(caller, rule));
  };

  async function readResource(uri: string, call: CallTool): Promise<ResourceContent> {
    const found = findResource(resources, uri);
    if (!found) {
      throw unknownName(
        'resource',
        uri,
        resources.map((each) => each.uri),
      );
    }
    const { resource, id } = found;
    const read = await resource.read(call, id);
    if (typeof read === 'string') return { mimeType: resource.mimeType, text: read };
    if (read.isError) throw toProtocolError(read.structuredContent.error);
    return { mimeType: resource.mimeType, text: read.content[0]?.text ?? '' };
  }

  return (state, { isStream, cancelled }) => {
    const info = { name: 'quaestor', title: 'Quaestor', version: options.version };
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {}, prompts: {}, tasks },
      instructions,
      jsonSchemaValidator,
    });
    const call: CallTool = (name, given) =>
      withOwnState(state, name, (own) => toolNamed(name).call(given, own));
    const runs: RunHandling = {
      call,
      watch: (id, signal, onProgress) =>
        withOwnState(state, 'watch', (own) =>
          watchTask(options, id, own, signal, onProgress).catch((error: unknown) => {
            throw toMcpError(toServiceError(error, state, options.log));
          }),
        ),
    };
    const readable = () => resources.filter(({ tool }) => mayCall(toolNamed(tool), state));

    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: callable.filter((each) => mayCall(each, state)).map(describeTool),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const { tool } = toolNamed(params.name);
      const given = params.arguments ?? {};
      if (params.task) {
        if (tool.isTask) return beginTask(call, given);
        throw toMcpError(new ServiceError('BAD_USER_INPUT', `${tool.name} cannot be a task.`));
      }
      const progressToken = params._meta?.progressToken;
      if (!tool.isTask || progressToken === undefined || !isStream) return call(tool.name, given);
      return runWithProgress(runs, given, {
        signal: extra.signal,
        cancelled,
        notify: (told) =>
          extra.sendNotification({
            method: 'notifications/progress',
            params: { progressToken, ...told },
          }),
      });
    });
    handleTasks(server, runs);
    server.setRequestHandler(ListResourcesRequestSchema, () => ({
      resources: readable().flatMap(({ read: _, tool: _tool, ...shown }) =>
        shown.uri.includes('{id}') ? [] : [shown],
      ),
    }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: readable().flatMap(({ read: _, tool: _tool, uri, ...shown }) =>
        uri.includes('{id}') ? [{ ...shown, uriTemplate: uri }] : [],
      ),
    }));
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => ({
      contents: [{ uri, ...(await readResource(uri, call)) }],
    }));
    server.setRequestHandler(ListPromptsRequestSchema, () => ({
      prompts: prompts.map(({ name, title, description, arguments: given }) => ({
        name,
        title,
        description,
        arguments: Object.entries(given).map(([argument, { description: text, schema }]) => ({
          name: argument,
          description: text,
          required: !schema.safeParse(undefined).success,
        })),
      })),
    }));
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
      const prompt = prompts.find(({ name }) => name === params.name);
      if (!prompt)
        throw unknownName(
          'prompt',
          params.name,
          prompts.map(({ name }) => name),
        );
      const given = params.arguments ?? {};
      const fault = promptFault(prompt, given);
      if (fault !== undefined) throw toMcpError(new ServiceError('BAD_USER_INPUT', fault));
      const uri = prompt.resource(given);
      const resource = { uri, ...(await readResource(uri, call)) };
      return {
        description: prompt.description,
        messages: [
          { role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } },
          { role: 'user' as const, content: { type: 'resource' as const, resource } },
        ],
      };
    });
    return server;
  };
}

/** Runs of analyses are tasks of clients that know them. */
const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** Each call is authorized on its own, and several may come in one request. */
async function withOwnState<T>(
  state: RequestState,
  tool: string,
  work: (own: RequestState) => Promise<T>,
): Promise<T> {
  state.operation = `mcp ${tool}`;
  const { authorized: _, cost = 0, ...shared } = state;
  const own: RequestState = { ...shared, cost };
  try {
    return await work(own);
  } finally {
    state.cost = (state.cost ?? 0) + (own.cost ?? 0) - cost;
    state.quota = own.quota ?? state.quota;
  }
}

function describeTool({ tool, input }: CallableTool) {
  const { name, title, description, row } = tool;
  return {
    name,
    title,
    description,
    inputSchema: input.schema as { type: 'object' },
    ...(tool.isTask && { execution: { taskSupport: 'optional' as const } }),
    annotations: {
      title,
      readOnlyHint: !isChange(row),
      destructiveHint: tool.isDestructive ?? false,
      openWorldHint: false,
    },
  };
}

function questionSchemaOf(callable: readonly CallableTool[]): JsonSchema {
  const [schema] = callable.flatMap(({ tool, input }) =>
    tool.name === 'create_question' ? [input.schema as { properties: JsonSchema }] : [],
  );
  return { title: 'Question', ...(schema?.properties.question as JsonSchema) };
}
