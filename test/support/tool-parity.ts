import type * as z from 'zod';
import type { Tool } from '../../src/http/mcp/tool.ts';
import { compileArguments } from '../../src/http/mcp/tool-arguments.ts';
import type { Json, TestApp } from './app.ts';
import { idsOf } from './fill-path.ts';
import type { ParityCase } from './parity-case.ts';

/** Whether a tool has an argument for all that the case asks for. */
export function canAsk(tool: Tool, { query }: ParityCase): boolean {
  const known = argumentsOf(tool);
  return [...new URLSearchParams(query).keys()].every((name) => known.includes(name));
}

/** The arguments that say what a request to the tool's row says. */
export async function argumentsFor(
  service: TestApp,
  tool: Tool,
  parityCase: ParityCase,
  id: string,
): Promise<Record<string, unknown>> {
  const { row, bodyAs } = tool;
  const { body: given, query, ifMatch } = parityCase;
  const body: Json = typeof given === 'function' ? await given(service) : given;
  const wait = /wait=(\d+)/.exec(JSON.stringify(await parityCase.headers?.(service)) ?? '')?.[1];
  return {
    ...idsOf(row.path, id),
    ...readQuery(tool, query),
    ...(typeof body === 'string' ? { content: body } : bodyAs ? { [bodyAs]: body } : body),
    ...(row.isConditional && {
      if_version: ifMatch ? Number(ifMatch.replaceAll('"', '')) : await newestVersion(service, id),
    }),
    ...(row.waits && wait !== undefined && { wait: Number(wait) }),
  };
}

/** Calls a tool by a plain request; what it answers, as structured content. */
export async function callTool(
  { rest }: TestApp,
  name: string,
  given: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<Json> {
  const params = { name, arguments: given };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await rest('POST', '/mcp', message, headers);
  return body.result.structuredContent;
}

function argumentsOf(tool: Tool): string[] {
  return Object.keys(compileArguments(tool).schema.properties as object);
}

/** Query strings are text, arguments have types. */
function readQuery({ row }: Tool, query = ''): Record<string, unknown> {
  const params = new URLSearchParams(query);
  const read = [...new Set(params.keys())].map((name) => {
    const texts = params.getAll(name);
    const schema = row.query?.[name]?.schema as z.ZodType;
    const listed = texts.flatMap((text) => text.split(','));
    const [first = ''] = texts;
    const candidates = [first, Number(first), first === 'true', listed, listed.map(Number)];
    const fitting = candidates.find((value) => schema.safeParse(value).success);
    return [name, fitting ?? (Number.isNaN(Number(first)) ? first : Number(first))];
  });
  return Object.fromEntries(read);
}

async function newestVersion({ rest }: TestApp, id: string): Promise<number> {
  const { body } = await rest('GET', `/questions/${id}/history?limit=1`);
  return body.data?.[0].version ?? 1;
}
