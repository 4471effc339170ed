/**
 * `npm run test:node -- 20 22 24 24/12`: packs the package, installs it in an empty folder with each of these versions
 * of Node.js (from the npm package `node`) and the npm that comes with it, or the one after the slash, and starts what
 * was installed: without a warning, in at most 210 MB, with its data in the folder of the user.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemFolder } from '../../src/db/embedded/system-folder.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../../', import.meta.url));
const maxMegabytes = 210;

/** The last npm of the major version that each version of Node.js comes with. */
const npmOf: Readonly<Record<string, string>> = { 20: '10', 22: '10', 24: '11' };

const folder = await mkdtemp(join(tmpdir(), 'quaestor-node-'));
await chmod(folder, 0o755);
try {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: checkout,
  });
  const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  for (const versions of process.argv.slice(2)) {
    const [node = '', npm = npmOf[node] ?? 'latest'] = versions.split('/');
    await tryVersions(node, npm, tarball, await mkdtemp(join(folder, `${node}-`)));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryVersions(
  nodeVersion: string,
  npmVersion: string,
  tarball: string,
  folder: string,
): Promise<void> {
  const tools = [`node@${nodeVersion}`, `npm@${npmVersion}`];
  await run('npm', ['install', '--no-save', '--prefix', folder, ...tools]);
  await chmod(folder, 0o755);
  const node = join(folder, 'node_modules/node/bin/node');
  const npm = join(folder, 'node_modules/npm/bin/npm-cli.js');
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{}');
  const installed = await run(node, [npm, 'install', tarball], {
    cwd: project,
    env: { ...process.env, PATH: `${join(folder, 'node_modules/node/bin')}:${process.env.PATH}` },
  });
  // What npm says about the user's own configuration is not about the package.
  const warnings = installed.stderr
    .split('\n')
    .filter((line) => /warn(?! Unknown (user|env|project) config)/i.test(line));
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  const megabytes = (await sizeOf(join(project, 'node_modules'))) / 1e6;
  if (megabytes > maxMegabytes) throw new Error(`It takes ${megabytes} MB.`);
  const copies = await listCopies();
  await tryOut(node, project, folder);
  // As root, PostgreSQL is unpacked there: the next version is to do it again.
  for (const name of await listCopies()) {
    if (!copies.includes(name)) await rm(join(systemFolder, name), { recursive: true });
  }
  if (!existsSync(join(folder, '.local/share/quaestor'))) throw new Error('The data is elsewhere.');
  const versions = await run(node, [npm, '--version']);
  const { stdout } = await run(node, ['--version']);
  console.log(
    `Node.js ${stdout.trim()}, npm ${versions.stdout.trim()}: installs without warnings (${megabytes.toFixed(0)} MB), starts, answers, runs an analysis and stops.`,
  );
}

async function listCopies(): Promise<string[]> {
  const names = await readdir(systemFolder).catch(() => []);
  return names.filter((name) => name.startsWith('postgresql-'));
}

/** In bytes, as files are counted. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function tryOut(node: string, project: string, home: string): Promise<void> {
  const program = join(project, 'node_modules/.bin/quaestor');
  const service = spawn(node, [program, '--port', '0'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ADMIN_PASSWORD: 'several unrelated words',
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
