import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './app.ts';
import { closeAfterFile } from './close-after-file.ts';

export interface EmbeddingsRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { model: string; input: string[] };
}

/** A fault that the server injects instead of a correct response. */
export type InjectedFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { answer: (valid: Json) => unknown }
  | { after: Promise<unknown> }
  | 'hang'
  | 'hang up';

export interface EmbeddingsServer {
  readonly url: string;
  readonly requests: EmbeddingsRequest[];
  /** The faults of the next requests, one each; later requests succeed. */
  readonly faults: InjectedFault[];
  /** The fault of every request once `faults` is empty. */
  always: InjectedFault | undefined;
  /** The vector it returns for a text. */
  vectorOf: (text: string) => number[];
}

/** A small server with OpenAI's embeddings API; closes itself after the test file. */
export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const server = createServer(async (request, response) => {
    const text = await readText(request).catch(() => undefined);
    // The client disconnected while sending.
    if (text === undefined) return;
    const body = JSON.parse(text);
    const { authorization } = request.headers;
    state.requests.push({ path: request.url ?? '', authorization, body });
    const fault = state.faults.shift() ?? state.always;
    if (fault === 'hang') return;
    if (fault === 'hang up') return void request.socket.destroy();
    if (fault && 'status' in fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    if (fault && 'after' in fault) await fault.after;
    const data = body.input.map((text: string, index: number) => ({
      object: 'embedding',
      index,
      embedding: state.vectorOf(text),
    }));
    const valid = { object: 'list', data, model: body.model, usage: { prompt_tokens: 1 } };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(fault && 'answer' in fault ? fault.answer(valid) : valid));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const state: EmbeddingsServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    faults: [],
    always: undefined,
    vectorOf: (text) => [text.length, text.codePointAt(0) ?? 0, 0.5],
  };
  return state;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
