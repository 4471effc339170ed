import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Json, TestApp } from './app.ts';
import { closeAfterFile } from './close-after-file.ts';

export interface McpClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** What a tool answers, as structured content. */
  call(name: string, given?: Record<string, unknown>): Promise<Json>;
}

/** The SDK's own client over streamable HTTP. */
export async function connectMcp(
  { app }: Pick<TestApp, 'app'>,
  headers: Record<string, string> = {},
): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost:4000/mcp'), {
    fetch: (url, init) => app.fetch(new URL(url).href, init),
    requestInit: { headers },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  // The SDK's own types differ in what may be undefined.
  await client.connect(transport as Transport);
  closeAfterFile(() => client.close());
  return {
    client,
    transport,
    call: async (name, given = {}) => {
      const { structuredContent } = await client.callTool({ name, arguments: given });
      return structuredContent;
    },
  };
}
