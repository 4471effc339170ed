import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startSwitch } from '../support/database-switch.ts';
import { hasDebianPostgres, startPrimary, startStandby } from '../support/debian-postgres.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { createServices } from '../support/service.ts';

const { start } = createServices();

describe.skipIf(!hasDebianPostgres)('a failover of PostgreSQL (package postgresql)', () => {
  it('with synchronous replication loses and doubles no acknowledged write', async (context) => {
    const primary = await startPrimary({
      synchronous_standby_names: '*',
      // Until there is a standby, nothing could be committed.
      synchronous_commit: 'local',
      max_connections: '200',
    });
    const standby = await startStandby(primary, { max_connections: '200' });
    const admin = new pg.Client(primary.url);
    // Killed below.
    admin.on('error', () => undefined);
    await admin.connect();
    await admin.query('ALTER DATABASE postgres SET synchronous_commit = on');
    const path = await startSwitch(primary.port);
    const DATABASE_URL = `postgresql://quaestor@127.0.0.1:${path.port}/postgres`;
    const nodes = await Promise.all([start({ DATABASE_URL }), start({ DATABASE_URL })]);
    const { rows } = await admin.query('SELECT sync_state FROM pg_stat_replication');
    expect(rows).toEqual([{ sync_state: 'sync' }]);

    const ledger = keepWriting(() => nodes.map(({ url }) => url));
    await ledger.confirmed(150);
    await primary.kill();
    standby.promote();
    path.switchTo(standby.port);
    await ledger.confirmed(150);
    await ledger.stop();
    record(context, 'failover of PostgreSQL', ledger.check(await readQuestions(standby.url)));
    for (const node of nodes) {
      await expect.poll(async () => (await node.rest('GET', '/readyz')).body.status).toBe('ok');
      expect(await node.end()).toEqual({ code: 0, signal: null });
    }
  });
});
