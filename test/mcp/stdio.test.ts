import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { checkout } from '../support/program.ts';

it('quaestor mcp serves a database over standard input and output, to read only', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['dist/bundle/quaestor.cjs', 'mcp'],
    cwd: checkout,
    env: { DATABASE_URL: await createTestDatabase(), WORKERS: '0', LOG_LEVEL: 'error' },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_questions');
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    const { structuredContent } = await client.callTool({ name: 'count_questions' });
    expect(structuredContent).toMatchObject({ stored: { total: 0 } });
    await expect(client.callTool({ name: 'no_such' })).rejects.toMatchObject({ code: -32602 });
  } finally {
    await client.close();
  }
});
