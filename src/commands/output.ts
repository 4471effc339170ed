import { once } from 'node:events';

/** Call once, before anything is printed. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Who pipes us into `head` has read enough: no fault, and no reason to stop halfway.
    if (error.code === 'EPIPE') return;
    console.error(`What was printed could not be written: ${error.message}.`);
    process.once('exit', () => {
      process.exitCode = 1;
    });
  });
  // There is nobody left to tell.
  process.stderr.on('error', () => undefined);
}

/** At the reader's pace; false when nothing more can be printed, as behind `| head`. */
export async function print(text: string): Promise<boolean> {
  const { stdout } = process;
  if (!stdout.write(text) && stdout.writable) await once(stdout, 'drain').catch(() => undefined);
  return stdout.writable;
}
