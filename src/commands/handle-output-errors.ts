/** Call once, before anything is printed. */
export function handleOutputErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe, such as `head`, has read enough: neither an error nor a reason to stop.
    if (error.code === 'EPIPE') return;
    console.error(`Cannot write to standard output: ${error.message}.`);
    process.once('exit', () => {
      process.exitCode = 1;
    });
  });
  // Nothing is left to report to.
  process.stderr.on('error', () => undefined);
}
