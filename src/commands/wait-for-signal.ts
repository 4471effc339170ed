const patience = 3000;

/**
 * One Ctrl-C under `npm start` arrives twice, from the terminal and from npm, so a second signal
 * counts only when it comes later: then someone is tired of waiting, and what is left behind (a
 * PostgreSQL that the next start takes over) does no harm.
 */
export function waitForSignal(): Promise<string> {
  let first = 0;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        first ||= performance.now();
        if (performance.now() - first > patience) process.exit(1);
        resolve(signal);
      });
    }
  });
}
