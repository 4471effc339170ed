import { defaultCategories, defaultLevels } from '../../analyses/types/coverage/blueprint.ts';
import type { JsonSchema } from '../openapi/response-schema.ts';
import type { ToolResult } from './call-tool.ts';

/** Calls a tool on behalf of the reader of a resource or prompt. */
export type CallTool = (name: string, given: Record<string, unknown>) => Promise<ToolResult>;

export interface ResourceContent {
  readonly mimeType: string;
  readonly text: string;
}

interface Resource {
  /** With the id as `{id}`, if there are many. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** The tool whose access it needs. */
  readonly tool: string;
  read(call: CallTool, id: string): Promise<string | ToolResult>;
}

export function listResources(questionSchema: JsonSchema): readonly Resource[] {
  return [
    {
      uri: 'quaestor://schema',
      name: 'schema',
      title: 'The fields of a question',
      description: 'JSON Schema of a question: fields, limits, categories and levels.',
      mimeType: 'application/schema+json',
      tool: 'get_question',
      read: async () => JSON.stringify(questionSchema),
    },
    {
      uri: 'quaestor://blueprint',
      name: 'blueprint',
      title: 'The blueprint and what the bank has',
      description:
        'The target shares of categories and levels that coverage compares a bank with by default, and how many questions there are.',
      mimeType: 'text/plain',
      tool: 'count_questions',
      read: async (call) => {
        const counts = await call('count_questions', { by: ['category', 'difficulty'] });
        if (counts.isError) return counts;
        const target = JSON.stringify([...defaultCategories, ...defaultLevels]);
        return `Target shares: ${target}\n${counts.content[0]?.text ?? ''}`;
      },
    },
    {
      uri: 'quaestor://reports/{id}',
      name: 'report',
      title: 'The report of an analysis',
      description: 'The result of a run in Markdown.',
      mimeType: 'text/markdown',
      tool: 'read_report',
      read: (call, id) => call('read_report', { id }),
    },
    {
      uri: 'quaestor://questions/{id}',
      name: 'question',
      title: 'A question',
      description: 'A question with its answers and version.',
      mimeType: 'text/plain',
      tool: 'get_question',
      read: (call, id) => call('get_question', { id }),
    },
  ];
}

export type Resources = ReturnType<typeof listResources>;

/** The resource at a URI, and the id in it. */
export function findResource(
  resources: Resources,
  uri: string,
): { resource: Resource; id: string } | undefined {
  for (const resource of resources) {
    const [start = '', end] = resource.uri.split('{id}');
    if (end === undefined ? uri === start : uri.startsWith(start)) {
      return { resource, id: uri.slice(start.length) };
    }
  }
  return undefined;
}
