import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { checkout } from '../support/service.ts';

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;
const folder = await mkdtemp(join(tmpdir(), 'quaestor-proxy-'));
const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
const readExample = (name: string) => readFile(join(checkout, 'deploy', name), 'utf8');
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The example as it is, but for its ports, its certificate and the folder it writes to. */
async function startNginx(): Promise<ChildProcess> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=quiz.example.org', '-days', '1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...subject], { stdio: 'ignore' });
  const site = (await readExample('nginx.conf'))
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replace('/etc/ssl/quiz.example.org.pem', certificate)
    .replace('/etc/ssl/quiz.example.org.key', key);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join('\n');
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}
http { access_log off; ${temporary} include ${folder}/site.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return spawn('nginx', ['-p', folder, '-e', join(folder, 'errors'), '-c', 'nginx.conf']);
}

async function startCaddy(): Promise<ChildProcess> {
  const options = [
    'auto_https disable_redirects',
    'admin off',
    'skip_install_trust',
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
  ];
  const site = (await readExample('Caddyfile')).replace(options[0] ?? '', options.join('\n\t'));
  await writeFile(join(folder, 'Caddyfile'), site);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  return spawn('caddy', args, { env: { ...env, SITE_ADDRESS: 'quiz.example.org' } });
}

interface Received {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

function send(method: string, path: string, headers: Record<string, string>): Promise<Received> {
  const host = 'quiz.example.org';
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: httpPort, method, path, headers: { ...headers, host } };
    const sent = request(to, async (response) => {
      const chunks = await response.toArray();
      resolve({
        status: response.statusCode,
        location: response.headers.location,
        type: response.headers['content-type'],
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe.each([
  ['nginx', '-v', startNginx],
  ['caddy', 'version', startCaddy],
])('%s with its example', (name, flag, start) => {
  let proxy: ChildProcess | undefined;

  beforeAll(async () => {
    if (!isInstalled(name, flag)) return;
    proxy = await start();
    await vi.waitFor(() => send('GET', '/', browser), { timeout: 60_000 });
  });

  afterAll(async () => {
    if (!proxy) return;
    proxy.kill();
    await once(proxy, 'exit');
  });

  it.runIf(isInstalled(name, flag)).each([
    ['GET', '/'],
    ['GET', '/docs'],
    ['HEAD', '/graphql'],
    ['GET', '/problems/not-found?a=b'],
  ])('sends a browser to https: %s %s', async (method, path) => {
    expect(await send(method, path, browser)).toMatchObject({
      status: 301,
      location: `https://quiz.example.org${path}`,
    });
  });

  it.runIf(isInstalled(name, flag)).each([
    ['GET', '/questions', browser],
    ['GET', '/', {}],
    ['GET', '/graphql?query=%7B__typename%7D', { accept: 'application/json' }],
    ['POST', '/graphql', browser],
    ['POST', '/auth/login', {}],
    ['GET', '/docs/../questions', browser],
    ['GET', '/questions%20/docs', { accept: '*/*' }],
    ['PURGE', '/', browser],
  ])('refuses programs, and redirects nothing of theirs: %s %s', async (method, path, headers) => {
    const received = await send(method, path, headers);
    expect([received.status, received.location]).toEqual([403, undefined]);
    expect(received.type).toBe('application/problem+json');
    expect(JSON.parse(received.body)).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/^Use https\. /),
    });
  });
});
