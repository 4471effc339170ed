import type { Context } from '../context.ts';

/** The body of a REST request, or the content of the input. */
export function contentOf(
  { upload }: Context,
  { content, isBase64 }: { content?: string | undefined; isBase64?: boolean | undefined },
): AsyncIterable<Uint8Array> {
  if (content === undefined && upload) return upload;
  return (async function* () {
    if (content) yield Buffer.from(content, isBase64 ? 'base64' : 'utf8');
  })();
}

/** An upload may take as long as it gets on. */
export async function* withProgress(
  { deadline }: Context,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    deadline.restart();
    yield chunk;
  }
}
