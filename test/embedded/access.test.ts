import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { postgresOf, query, readPassword } from '../support/postgres.ts';
import { createLocalServices } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();

describe('the embedded PostgreSQL', async () => {
  const DATA_DIR = await makeDataDir({ state: 'empty' });
  const service = await start({ DATA_DIR, LOG_LEVEL: 'trace' });
  const { pid, port } = await postgresOf(DATA_DIR);
  const password = await readPassword(DATA_DIR);

  it('listens on 127.0.0.1 and nowhere else, not even on a socket file', async () => {
    await expect(canConnect('127.0.0.1', port)).resolves.toBe(true);
    // On Linux all of 127/8 is loopback, so this is another local address.
    for (const host of ['127.0.0.2', '::1']) {
      await expect(canConnect(host, port)).resolves.toBe(false);
    }
    expect(await query(DATA_DIR, 'SHOW listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ]);
    expect(await query(DATA_DIR, 'SHOW unix_socket_directories')).toEqual([
      { unix_socket_directories: '' },
    ]);
  });

  it.each(['', 'wrong'])('refuses the password %j', async (wrong) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'quaestor',
      password: wrong,
      database: 'quaestor',
    });
    await expect(client.connect()).rejects.toThrow(/password/);
  });

  it('makes up a password for each DATA_DIR that only its own user can read', async () => {
    expect(password).toMatch(/^[\w-]{32}$/);
    const folder = join(DATA_DIR, 'postgres');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps the password out of every log, also when the server breaks', async () => {
    await service.rest('GET', '/questions');
    process.kill(pid, 'SIGKILL');
    await service.rest('GET', '/questions');
    await service.says('Embedded PostgreSQL is available again');
    await service.end();
    const folder = join(DATA_DIR, 'postgres');
    const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    expect(logs).toEqual(['initdb.log', 'postgres.log']);
    const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
    const everything = [service.stdout(), service.stderr(), ...texts].join('\n');
    expect(everything).toContain('"msg":"Listening"');
    expect(everything).not.toContain(password);
  });
});

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}
