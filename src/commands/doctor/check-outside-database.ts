import type { Config } from '../../config.ts';
import type { ServerFacts } from '../../db/server-facts.ts';
import { type Check, ok, problem, warning } from './check.ts';

const maxSkewMs = 5000;
const minVersion = 14;

/** Reads only: what a start would change is reported, not done. */
export async function checkOutsideDatabase({
  databaseUrl = '',
  databasePool,
}: Config): Promise<Check[]> {
  const [{ readServerFacts }, { reasonOf }] = await Promise.all([
    import('../../db/server-facts.ts'),
    import('../../db/database-error.ts'),
  ]);
  try {
    const facts = await readServerFacts(databaseUrl);
    return [...checkFacts(facts, databasePool), await checkMigrations(facts.applied)];
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl);
    return [
      problem(
        'database',
        `${host}${pathname} cannot be used: ${reasonOf(error)}`,
        'Check DATABASE_URL and that the server runs and lets this machine in.',
      ),
    ];
  }
}

function checkFacts(facts: ServerFacts, pool: number): Check[] {
  const { version, number, now, connections, used, canCreate, isReplica } = facts;
  const checks = [ok('database', `PostgreSQL ${version}`)];
  if (number < minVersion * 10_000) {
    checks[0] = problem(
      'database',
      `PostgreSQL ${version} is too old`,
      `Upgrade it to ${minVersion} or newer.`,
    );
  }
  if (isReplica) {
    checks.push(
      problem(
        'database',
        'it is a replica, which is read-only',
        'Name the primary in DATABASE_URL.',
      ),
    );
  } else if (!canCreate) {
    checks.push(
      problem(
        'privileges',
        'this user may not create tables in the schema public',
        'GRANT CREATE ON SCHEMA public to it, or make it the owner of the database.',
      ),
    );
  }
  const wanted = pool + Math.max(2, Math.round(pool * 0.2)) + 10;
  if (wanted > connections - used) {
    checks.push(
      warning(
        'connections',
        `a node uses up to ${wanted} connections; the server allows ${connections}, of which ${used} are in use`,
        'Raise max_connections, or lower DATABASE_POOL.',
      ),
    );
  }
  const skew = now.getTime() - Date.now();
  if (Math.abs(skew) > maxSkewMs) {
    checks.push(
      warning(
        'clock',
        `the clocks of this machine and the database differ by ${Math.round(skew / 1000)} s`,
        'Synchronize both by NTP.',
      ),
    );
  }
  return checks;
}

async function checkMigrations(applied: readonly string[] | undefined): Promise<Check> {
  if (!applied) return ok('tables', 'none yet; the first start creates them');
  const { readMigrations } = await import('../../db/migrate.ts');
  const known = (await readMigrations()).map(({ name }) => name);
  const newer = applied.filter((name) => !known.includes(name));
  const pending = known.filter((name) => !applied.includes(name));
  if (newer.length > 0) {
    return warning(
      'tables',
      `a newer release has migrated them (${newer.at(-1)})`,
      'Upgrade this node too.',
    );
  }
  if (pending.length === 0) return ok('tables', 'up to date');
  return ok('tables', `${pending.length} migrations are pending; the next start applies them`);
}
