import { describe, expect, it } from 'vitest';
import { postgresOf } from '../support/postgres.ts';
import { createServices } from '../support/service.ts';

const { makeDataDir, start, run } = createServices();

describe('an embedded PostgreSQL that does not react', () => {
  it('keeps a start waiting for a minute at most, and does not keep its service from ending', async () => {
    const DATA_DIR = await makeDataDir();
    const service = await start({ DATA_DIR, SHUTDOWN_TIMEOUT: '15s' });
    const { pid } = await postgresOf(DATA_DIR);
    process.kill(pid, 'SIGSTOP');
    try {
      const refused = await run(['migrate'], { DATA_DIR });
      expect(refused.stderr).toMatch(
        /runs as process \d+ but does not accept connections on 127\.0\.0\.1:\d+ within 60 s\./,
      );
      expect(refused.code).toBe(1);
      expect(await service.end()).toEqual({ code: 0, signal: null });
      // Whichever bound is reached first; the next start takes the server over.
      expect(service.stdout()).toMatch(
        /Embedded PostgreSQL did not stop in time|"step":"storage","msg":"Shutdown step failed"/,
      );
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});
