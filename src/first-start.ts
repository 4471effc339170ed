import { ensureAdmin, generatedHours } from './auth/accounts.ts';
import type { Auth } from './auth/auth.ts';
import type { Config } from './config.ts';
import { isTimeout } from './db/database-error.ts';
import { loadSampleQuestions } from './db/sample-questions.ts';
import type { Storage } from './db/storage.ts';
import type { Log } from './log.ts';

const maxWaitMs = 60_000;

/** Fills an empty database: sample questions, a signing key, an admin account. */
export async function prepareFirstStart(
  config: Config,
  { database, isEmbedded }: Storage,
  auth: Auth,
  log: Log,
  now: Date,
  notify: (message: string) => void,
): Promise<void> {
  const patiently = waitForOthers(log);
  const fill = async () => {
    if (!config.sampleQuestions || !isEmbedded) return;
    const count = await patiently(() => loadSampleQuestions(database, now));
    if (count > 0) log.info({ count }, 'Sample questions loaded');
  };
  const createAdmin = async () => {
    const admin = { email: config.adminEmail, password: config.adminPassword };
    const created = await patiently(() => ensureAdmin(database, auth.passwords, admin, now));
    if (!created) return;
    log.info({ email: created.email }, 'Admin account created');
    // Not logged: logs are stored and read by many. At once: what fails beside it must not lose it.
    const { email, generatedPassword } = created;
    if (generatedPassword) notify(formatPassword(email, generatedPassword));
  };
  await Promise.all([fill(), patiently(() => auth.keys.current()), createAdmin()]);
}

/** Nodes that start at once wait for the one that came first, which may take longer than a request may. */
function waitForOthers(log: Log): <T>(work: () => Promise<T>) => Promise<T> {
  const until = performance.now() + maxWaitMs;
  return async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isTimeout(error) || performance.now() > until) throw error;
        log.info('Waiting for another node to fill the database');
      }
    }
  };
}

function formatPassword(email: string, password: string): string {
  return `
  Admin account created. The password is shown only once, and expires in ${generatedHours} hours:
  sign in and change it, or set one with \`quaestor account password ${email}\`.

  e-mail     ${email}
  password   ${password}
`;
}
