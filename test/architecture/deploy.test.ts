import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { daysBehind, listWeaknesses, updateDays } from '../../src/build/check-components.ts';
import { listSettings, readConfig } from '../../src/config.ts';
import { listPages } from '../../src/http/pages/list-pages.ts';
import { documents } from '../../src/http/rest/documents.ts';
import { rows as restRows } from '../../src/http/rest/rows.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { namedPaths } from '../support/markdown.ts';

const home = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, home), 'utf8');
const files = await readdir(new URL('deploy/', home));
const settings = listSettings().map(({ name }) => name);

/** Of Node.js, PostgreSQL's image, the Caddyfile and systemd. */
const others = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'SITE_ADDRESS'];

/** How many requirements of levels 1 and 2 the chapters of ASVS 5.0 have, section by section. */
const requirements: Readonly<Record<string, readonly number[]>> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1, 0],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7, 0],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};

/** V1.2.6–V1.2.8 are three. */
function expandRange(cell: string): string[] {
  const [first = '', last = first] = cell.split('–');
  const [, section = '', from] = /^(V\d+\.\d+)\.(\d+)$/.exec(first) ?? [];
  const to = Number(last.split('.')[2]);
  return Array.from({ length: to - Number(from) + 1 }, (_, n) => `${section}.${Number(from) + n}`);
}

describe('SECURITY.md', async () => {
  const text = await read('SECURITY.md');
  const rows = [...text.matchAll(/^\| (V[\d.–V]+) \| .+? \| (.+) \|$/gm)].map(
    ([, ids = '', evidence = '']) => ({ ids: expandRange(ids), evidence }),
  );

  it('lists each requirement of level 2 once', () => {
    const listed = rows.flatMap(({ ids }) => ids);
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
    const counts = Object.entries(requirements).flatMap(([chapter, sections]) =>
      sections.map((count, index) => [`${chapter}.${index + 1}`, count]),
    );
    const found = counts.map(([section]) => [
      section,
      listed.filter((id) => id.startsWith(`${section}.`)).length,
    ]);
    expect(found).toEqual(counts);
  });

  it('names tests that exist, by their titles', async () => {
    const faults: string[] = [];
    let tests = 0;
    for (const { ids, evidence } of rows) {
      if (/^(documented|does not apply): ./.test(evidence)) continue;
      const named = [...evidence.matchAll(/`(test\/[^`]+)` "([^"]+)"(?:; |$)/g)];
      if (named.map(([whole]) => whole).join('') !== evidence) faults.push(`${ids}: ${evidence}`);
      for (const [, path = '', title = ''] of named) {
        tests += 1;
        const source = existsSync(new URL(path, home)) ? await read(path) : '';
        if (!source.includes(title)) faults.push(`${path}: ${title}`);
      }
    }
    expect(faults).toEqual([]);
    expect(tests).toBeGreaterThan(100);
    expect(namedPaths(text).filter((path) => !existsSync(new URL(path, home)))).toEqual([]);
  });
});

describe('CHANGELOG.md', () => {
  it('has the release of package.json, after what is unreleased', async () => {
    const { version } = JSON.parse(await read('package.json'));
    const headings = (await read('CHANGELOG.md')).match(/^## .*$/gm) ?? [];
    expect(headings[0]).toBe('## Unreleased');
    expect(headings[1]).toContain(`## ${version} (`);
  });
});

describe('a release', () => {
  it('stops at a serious weakness, and where nothing is known of them', async () => {
    const found = (severity: string) =>
      listWeaknesses({ vulnerabilities: { a: { name: 'a', severity, range: '<2' } } })?.map(
        ({ stopsRelease }) => stopsRelease,
      );
    expect(['low', 'moderate', 'high', 'critical'].map(found)).toEqual([
      [false],
      [false],
      [true],
      [true],
    ]);
    expect(listWeaknesses({ vulnerabilities: {} })).toEqual([]);
    expect(listWeaknesses({ message: '405 Method Not Allowed' })).toBeUndefined();
    const { scripts } = JSON.parse(await read('package.json'));
    expect(scripts.preversion).toBe('npm run components');
  });

  it('stops at updates that have waited too long', async () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const times = {
      created: '2020-01-01T00:00:00Z',
      '1.2.9': '2025-01-01T00:00:00Z',
      '1.3.0': '2026-02-01T00:00:00Z',
      '1.4.0-beta.1': '2025-06-01T00:00:00Z',
      '1.4.0': '2026-05-01T00:00:00Z',
      '2.0.0': '2025-05-01T00:00:00Z',
    };
    expect(daysBehind('1.3.0', times, now)).toBe(31);
    expect(daysBehind('1.2.9', times, now)).toBeGreaterThan(updateDays);
    expect(daysBehind('1.4.0', times, now)).toBeUndefined();
    expect(daysBehind('0.2.0', { '0.3.0': '2025-01-01T00:00:00Z' }, now)).toBeUndefined();
    expect(await read('SECURITY.md')).toContain(`are made within ${updateDays} days`);
  });
});

describe('the files in deploy', () => {
  it.each(files)('%s names settings that exist', async (name) => {
    const words = (await read(`deploy/${name}`)).match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? [];
    const unknown = words.filter(
      (word) => ![...settings, ...others].includes(word) && !word.startsWith('AF_'),
    );
    expect(unknown).toEqual([]);
  });

  it('name files that exist', async () => {
    const dockerfile = await read('deploy/Dockerfile');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources = '']) => sources.split(' '),
    );
    const compose = await read('deploy/compose.yaml');
    const mounted = [...compose.matchAll(/- \.\/(\S+?):/g)].map(([, path]) => `deploy/${path}`);
    const [, built = ''] = /dockerfile: (\S+)/.exec(compose) ?? [];
    expect([copied.length, mounted.length]).toEqual([5, 1]);
    const named = [...copied, ...mounted, built];
    expect(named.filter((path) => !existsSync(new URL(path, home)))).toEqual([]);
  });

  it('say what to do about each alert', async () => {
    const alerts = (await read('deploy/alerts.yaml')).split('- alert: ').slice(1);
    expect(alerts.length).toBeGreaterThan(5);
    for (const alert of alerts) expect(alert).toMatch(/summary: .*\n +action: /);
  });

  it('send browsers to https for a year', async () => {
    for (const name of ['nginx.conf', 'Caddyfile']) {
      const text = await read(`deploy/${name}`);
      expect(text).toContain('Strict-Transport-Security "max-age=31536000; includeSubDomains"');
    }
    expect(await read('deploy/nginx.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  });

  // test/faults/proxies.test.ts asks the proxies themselves, where they are installed.
  it('redirect pages from http and no path of programs, whatever the service has of both', async () => {
    const about = { version: '0', url: () => 'http://localhost' };
    const all = [...listPages(buildSchema(), about, { graphiql: true, introspection: true })];
    const isPage = (type: string | undefined) => type?.startsWith('text/html') === true;
    const pages = all
      .filter(([, { type, forPeople }]) => isPage(type) || isPage(forPeople?.type))
      .map(([path]) => path);
    const others = all.map(([path]) => path).filter((path) => !pages.includes(path));
    const named = [...restRows, ...documents].map(({ path }) => path);
    const programs = [...others, ...named, '/graphql/stream', '/mcp', '/metrics', '/readyz'];
    expect([pages.includes('/docs'), pages.length > 20, programs.length > 80]).not.toContain(false);

    const [, source = ''] = /"~(.+)" 1;/.exec(await read('deploy/nginx.conf')) ?? [];
    const [, list = ''] = /^\t\tpath (.+)$/m.exec(await read('deploy/Caddyfile')) ?? [];
    const asPattern = (path: string) => new RegExp(`^${path.replace('*', '[^/]+')}$`);
    const redirects = {
      nginx: (path: string) => new RegExp(source).test(`GET text/html,*/*;q=0.8 ${path}`),
      caddy: (path: string) => list.split(' ').some((each) => asPattern(each).test(path)),
    };
    for (const isRedirected of Object.values(redirects)) {
      expect([...pages, '/graphql'].filter((path) => !isRedirected(path))).toEqual([]);
      expect(programs.filter(isRedirected)).toEqual([]);
    }
  });

  it('start what the package installs, as no root', async () => {
    const { bin, name } = JSON.parse(await read('package.json'));
    const dockerfile = await read('deploy/Dockerfile');
    expect(dockerfile).toContain(`"/app/node_modules/${name}/${bin.quaestor}"`);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(await read('deploy/quaestor.service')).toContain('DynamicUser=yes');
  });

  it.each([
    ['compose.yaml', /stop_grace_period: (\d+)s/g],
    ['quaestor.service', /TimeoutStopSec=(\d+)s/g],
    ['kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/g],
  ])('%s waits longer than a shutdown takes', async (name, pattern) => {
    const { drainDelay, shutdownTimeout } = readConfig({});
    const waits = [...(await read(`deploy/${name}`)).matchAll(pattern)].map(([, s]) => Number(s));
    expect(waits).not.toEqual([]);
    for (const wait of waits) expect(wait).toBeGreaterThan(drainDelay + shutdownTimeout);
  });
});
