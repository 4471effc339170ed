/** Reads at least so many bytes of a file, unless it has fewer; `all` has them again. */
export async function takeHead(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{
  readonly head: Uint8Array;
  /** Whether the file ended within. */
  readonly isWhole: boolean;
  readonly all: AsyncIterable<Uint8Array>;
}> {
  const iterator = bytes[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < size && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      parts.push(next.value);
      length += next.value.length;
    }
  }
  const head = Buffer.concat(parts);
  const all = (async function* () {
    try {
      if (head.length > 0) yield head as Uint8Array;
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
  return { head, isWhole, all };
}
