import type { Json } from './app.ts';

/** A GraphQL subscription over HTTP, as a client sees it. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next result; undefined once the server has said that there are no more. */
  next(): Promise<Json | undefined>;
  /** Every result from here to the end. */
  rest(): Promise<Json[]>;
  /** Goes away without a word, as a browser does. */
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
  const messages = readMessages(response);
  const next = async () => {
    const { value, done } = await messages.next();
    if (done) throw new Error('The stream broke off.');
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

/** The messages of an event stream; comments, which keep it alive, are left out. */
async function* readMessages({ body }: Response): AsyncGenerator<{ event: string; data: string }> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const event = field('event');
      if (event) yield { event, data: field('data') ?? '' };
    }
  }
}

export function progressOf(id: string, fields = 'id status progress'): string {
  return `subscription { analysisProgress(id: "${id}") { ${fields} } }`;
}
