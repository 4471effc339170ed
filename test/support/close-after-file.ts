type Closer = () => unknown;

const closers: Closer[] = [];

/**
 * Runs `close` after the test file, in reverse order of registration. Unlike `afterAll`, it can be
 * called inside a running test or hook; workers outlive their files, so nothing may be left open.
 */
export function closeAfterFile(close: Closer): void {
  closers.push(close);
}

export async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}
