/** The beginning of a text or of bytes, and the whole with it. */
export async function withFirstChunk(
  chunks: AsyncIterable<string>,
): Promise<{ readonly first: string; readonly all: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { done, value } = await iterator.next();
  const first = done ? '' : value;
  return {
    first,
    all: (async function* () {
      try {
        if (first !== '') yield first;
        for (;;) {
          const next = await iterator.next();
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await iterator.return?.();
      }
    })(),
  };
}
