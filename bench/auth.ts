import { addAccount } from '../src/auth/accounts.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { connectDatabase } from '../src/db/database.ts';
import { createLog } from '../src/log.ts';
import { cpuPerRequest, median, rounds, send, warmUp } from './cpu-per-request.ts';
import { type MeasuredProcess, startService } from './measured-process.ts';

const account = { email: 'bench@localhost', password: 'a password for measuring' };
const logins = 100;

/** Timing side channel of failed logins, and the cost of authenticating a caller. */
export async function benchAuth(databaseUrl: string): Promise<void> {
  await createAccount(databaseUrl);
  const service = await startService(databaseUrl, {
    LOGIN_FAILURES: '10000',
  });
  try {
    console.table([await compareFailures(service.url)]);
    console.table(await compareCallers(service));
  } finally {
    await service.stop();
  }
}

async function createAccount(url: string): Promise<void> {
  const log = createLog({ level: 'warn', isPretty: true });
  const database = connectDatabase({ url, poolSize: 1, log });
  try {
    const passwordHash = await hashPassword(account.password);
    const added = { email: account.email, passwordHash, role: 'admin' } as const;
    await addAccount(database.prisma, added, new Date());
  } finally {
    await database.close();
  }
}

/** Latency of failed logins, alternating between an existing and an unknown account. */
async function compareFailures(url: string) {
  const known: number[] = [];
  const unknown: number[] = [];
  const password = 'not the password at all';
  for (let index = 0; index < logins; index += 1) {
    known.push(await timeOf(() => post(url, '/auth/login', { ...account, password })));
    const email = `nobody-${index}@localhost`;
    unknown.push(await timeOf(() => post(url, '/auth/login', { email, password })));
  }
  return {
    'failed logins': logins,
    'known account, ms': median(known).toFixed(2),
    'unknown account, ms': median(unknown).toFixed(2),
    ratio: (median(known) / median(unknown)).toFixed(3),
  };
}

async function compareCallers(service: MeasuredProcess) {
  const { access_token } = await post(service.url, '/auth/login', account);
  const key = { name: 'bench', scopes: ['questions:read'] };
  const created = await post(service.url, '/auth/keys', key, `Bearer ${access_token}`);
  const callers = [
    { name: 'anonymous', headers: {} },
    { name: 'access token', headers: { authorization: `Bearer ${access_token}` } },
    { name: 'API key', headers: { authorization: `Bearer ${created.key}` } },
  ];
  const measured = new Map(callers.map(({ name }) => [name, [] as number[]]));
  for (const { headers } of callers) await send(`${service.url}/questions`, warmUp, headers);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, headers } of callers) {
      measured.get(name)?.push(await cpuPerRequest(service, '/questions', headers));
    }
  }
  const baseline = median(measured.get('anonymous') ?? []);
  return [...measured].map(([name, values]) => ({
    'GET /questions by': name,
    'CPU ms': median(values).toFixed(3),
    ratio: (median(values) / baseline).toFixed(2),
  }));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function post(url: string, path: string, body: object, authorization?: string) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { access_token?: string; key?: string };
}
