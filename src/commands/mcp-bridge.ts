import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { CommandIo } from './command-io.ts';

/** Sends a request to the service, in this process or another one. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

export interface Bridge {
  /** Resolves when every message that has arrived is answered. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

/** Passes messages on between standard input and output and /mcp, so that there is one implementation. */
export async function connectStdio(io: CommandIo, send: SendRequest): Promise<Bridge> {
  const local = new StdioServerTransport(io.stdin, io.stdout);
  const remote = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: async (url, init = {}) => withId(await send(String(url), init), init.body),
  });
  const report = (error: Error) => void io.stderr.write(`${error.message}\n`);
  remote.onmessage = (message) => {
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      remote.setProtocolVersion(message.result.protocolVersion);
    }
    local.send(message).catch(report);
  };
  const pending = new Set<Promise<void>>();
  const pass = async (message: JSONRPCMessage) => {
    try {
      await remote.send(message);
    } catch (error) {
      const failure = failureOf(message, error as Error);
      if (failure) local.send(failure).catch(report);
      else report(error as Error);
    }
  };
  local.onmessage = (message) => {
    const passed = pass(message).finally(() => pending.delete(passed));
    pending.add(passed);
  };
  local.onerror = report;
  await remote.start();
  await local.start();
  return {
    async answered() {
      await Promise.all(pending);
    },
    async close() {
      await remote.close();
      await local.close();
    },
  };
}

/** An error of the whole request names no id over HTTP, where the response belongs to one request. */
async function withId(response: Response, body: unknown): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok || typeof body !== 'string' || !type.includes('json')) return response;
  const { id } = JSON.parse(body);
  const error = await response.json();
  if (id === undefined) return Response.json(error, { status: response.status });
  return Response.json({ ...error, id });
}

function failureOf(message: JSONRPCMessage, error: Error): JSONRPCMessage | undefined {
  if (!('method' in message && 'id' in message)) return undefined;
  const data = { code: 'SERVICE_UNAVAILABLE', status: 503, detail: error.message };
  return { jsonrpc: '2.0', id: message.id, error: { code: -32000, message: error.message, data } };
}
