import { copyFile, open, rm, stat, truncate } from 'node:fs/promises';

const maxLogBytes = 10 * 1024 * 1024;
const maxTailBytes = 16 * 1024;

/**
 * Keeps the server's log bounded: past the limit it is copied to `.1` and emptied. It is not renamed,
 * because the server keeps it open; it appends, so that it goes on at the new end.
 */
export async function rotateLog(file: string, maxBytes = maxLogBytes): Promise<void> {
  if ((await sizeOf(file)) <= maxBytes) return;
  // On a full disk the copy is given up: emptying the log is what helps there.
  await copyFile(file, `${file}.1`).catch(() => rm(`${file}.1`, { force: true }));
  await truncate(file);
}

/** What was written past this position, or the end of it. */
export async function readLog(file: string, from: number): Promise<string> {
  const size = await sizeOf(file);
  // A shorter file was emptied in the meantime.
  const start = Math.max(size < from ? 0 : from, size - maxTailBytes);
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
