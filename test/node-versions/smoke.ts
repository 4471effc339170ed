/**
 * `npm run test:node -- 22 24`: starts the built service on these versions of Node.js, installed from
 * the npm package `node`, and asks it for a list and an analysis.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));

for (const version of process.argv.slice(2)) {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-node-'));
  await chmod(folder, 0o755);
  try {
    await run('npm', ['install', '--no-save', '--prefix', folder, `node@${version}`]);
    const node = join(folder, 'node_modules/node/bin/node');
    await tryOut(node, join(folder, 'data'));
    const { stdout } = await run(node, ['--version']);
    console.log(
      `Node.js ${stdout.trim()}: the service starts, answers, runs an analysis and stops.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryOut(node: string, dataDir: string): Promise<void> {
  const service = spawn(node, [program, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ANONYMOUS_SCOPES: 'questions:read,analysis:read,analysis:run',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(service, 'exit');
  try {
    const url = await findAddress(service.stderr);
    const { page } = await readJson(await fetch(`${url}/questions?limit=1`));
    if (!(page.total > 0)) throw new Error('The service has no sample questions.');
    const { status } = await readJson(
      await fetch(`${url}/analysis/run`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'wait=30' },
        body: JSON.stringify({ analysis_type: 'coverage' }),
      }),
    );
    if (status !== 'SUCCEEDED') throw new Error(`The analysis is ${status}.`);
  } finally {
    service.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The service ended with ${code}.`);
}

/** The URL the service listens on. */
async function findAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    lines.push(line);
    const [, url] = /(http\S+)\/questions/.exec(line) ?? [];
    if (!url) continue;
    stderr.resume();
    return url;
  }
  throw new Error(`The service did not start:\n${lines.join('\n')}`);
}

async function readJson(response: Response) {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  return response.json();
}
