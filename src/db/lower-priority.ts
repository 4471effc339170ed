import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { processIdOf, socketOf } from './connection.ts';

/** Three to one: with much else to do on the machine, an import still gets on. */
const niceness = 5;

/**
 * Lets the server process of a connection give way to all others for as long as the connection lasts, if
 * it runs on this machine and we may: the embedded server's does. Work that takes a whole core for seconds
 * else keeps short statements waiting.
 */
export function lowerPriority(client: pg.Client): void {
  if (process.platform !== 'linux') return;
  const id = processIdOf(client);
  const { localAddress, localPort } = socketOf(client);
  try {
    // On another machine, or in another container, somebody else may have this id. Its title names our end.
    const title = readFileSync(`/proc/${id}/cmdline`, 'utf8');
    if (!title.includes(` ${localAddress}(${localPort})`)) return;
    setPriority(id, niceness);
    // PostgreSQL makes each process a session; between sessions, Linux may compare only this.
    writeFileSync(`/proc/${id}/autogroup`, String(niceness));
  } catch {
    // It then competes as before.
  }
}
