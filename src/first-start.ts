import { ensureAdmin } from './auth/accounts.ts';
import type { Auth } from './auth/auth.ts';
import type { Config } from './config.ts';
import { loadSampleQuestions } from './db/sample-questions.ts';
import type { Storage } from './db/storage.ts';
import type { Log } from './log.ts';

/** Fills an empty database: sample questions, a signing key, an admin account. */
export async function prepareFirstStart(
  config: Config,
  { database, isEmbedded }: Storage,
  auth: Auth,
  log: Log,
  now: Date,
  notify: (message: string) => void,
): Promise<void> {
  if (config.sampleQuestions && isEmbedded) {
    const count = await loadSampleQuestions(database, now);
    if (count > 0) log.info({ count }, 'Sample questions loaded');
  }
  await auth.keys.current();
  const admin = { email: config.adminEmail, password: config.adminPassword };
  const created = await ensureAdmin(database, admin, now);
  if (!created) return;
  log.info({ email: created.email }, 'Admin account created');
  // Not logged: logs are stored and read by many.
  const { email, generatedPassword } = created;
  if (generatedPassword) notify(formatPassword(email, generatedPassword));
}

function formatPassword(email: string, password: string): string {
  return `
  Admin account created. The password is shown only once; store it safely:

  e-mail     ${email}
  password   ${password}
`;
}
