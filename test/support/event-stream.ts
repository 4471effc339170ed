import type { Json } from './app.ts';

/** A GraphQL subscription over HTTP from a client's perspective. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next result; undefined after the completion event. */
  next(): Promise<Json | undefined>;
  /** All remaining results. */
  rest(): Promise<Json[]>;
  /** Disconnects without notice, like a browser. */
  leave(): void;
}

export async function openStream(
  url: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  });
  const hint = { retry: '', left: '' };
  const messages = readMessages(response, hint);
  const next = async () => {
    const { value, done } = await messages.next();
    if (done) throw new Error(`The stream broke off${hint.retry}. ${response.status} ${hint.left}`);
    return value.event === 'complete' ? undefined : JSON.parse(value.data);
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const results: Json[] = [];
      for (let result = await next(); result; result = await next()) results.push(result);
      return results;
    },
    leave: () => leaving.abort(),
  };
}

/** The messages of an event stream, without keep-alive comments. */
async function* readMessages(
  { body }: Response,
  hint: { retry: string; left: string },
): AsyncGenerator<{ event: string; data: string }> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const event = field('event');
      const retry = field('retry');
      if (retry) hint.retry = `, retry: ${retry}`;
      if (event) yield { event, data: field('data') ?? '' };
    }
  }
  hint.left = text;
}

export function progressOf(id: string, fields = 'id status progress'): string {
  return `subscription { analysisProgress(id: "${id}") { ${fields} } }`;
}
