import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { completeCommandLine, findCommand } from '../../src/commands/command-line.ts';
import { readEnvironment, userDataFolder } from '../../src/commands/environment.ts';
import { findMisspelled } from '../../src/domain/misspelled-settings.ts';
import { callProgram } from '../support/program.ts';

const folder = await mkdtemp(join(tmpdir(), 'quaestor-env-'));
afterAll(() => rm(folder, { recursive: true }));

const hasShell = (name: string) => spawnSync(name, ['-c', 'exit 0']).status === 0;

describe('settings', () => {
  it('are taken from the command line, then the environment, then .env', async () => {
    await writeFile(join(folder, '.env'), 'PORT=1\nHOST=dotenv\nLOG_LEVEL="warn" # quiet\n');
    const env = { HOST: 'environment', PORT: '2', DATA_DIR: 'data' };
    const flags = { port: '3', databaseUrl: 'postgresql://x/y' };
    expect(readEnvironment({ flags, env, folder, isInstalled: false })).toEqual({
      PORT: '3',
      HOST: 'environment',
      LOG_LEVEL: 'warn',
      DATA_DIR: 'data',
      DATABASE_URL: 'postgresql://x/y',
    });
  });

  it('keep the data of an installed package in the folder of the user, or in .data', async () => {
    const dataDir = (env: Record<string, string>, isInstalled = true) =>
      readEnvironment({ flags: {}, env, folder, isInstalled }).DATA_DIR;
    const home = { HOME: '/home/me', XDG_DATA_HOME: '' };
    expect(userDataFolder('linux', home)).toBe('/home/me/.local/share/quaestor');
    expect(userDataFolder('linux', { XDG_DATA_HOME: '/x' })).toBe('/x/quaestor');
    expect(userDataFolder('darwin', home)).toBe('/home/me/Library/Application Support/quaestor');
    expect(dataDir(home)).toBe(userDataFolder(process.platform, home));
    expect(dataDir(home, false)).toBeUndefined();
    expect(dataDir({ ...home, DATA_DIR: '/mine' })).toBe('/mine');
    expect(dataDir({ ...home, DATABASE_URL: 'postgresql://x/y' })).toBeUndefined();
    await mkdir(join(folder, '.data'));
    expect(dataDir(home)).toBeUndefined();
  });

  it('that are misspelled are recognized, those of other programs left alone', () => {
    const known = ['DATABASE_URL', 'PORT', 'REDIS_URL', 'WEBHOOK_ALLOW_PRIVATE'];
    const misspelled = (...names: string[]) =>
      findMisspelled(Object.fromEntries(names.map((name) => [name, 'x'])), known);
    expect(misspelled('DATABSE_URL', 'Redis-Url', 'WEBHOOKS_ALLOW_PRIVAT')).toEqual([
      'DATABSE_URL: unknown setting. Did you mean DATABASE_URL?',
      'Redis-Url: unknown setting. Did you mean REDIS_URL?',
      'WEBHOOKS_ALLOW_PRIVAT: unknown setting. Did you mean WEBHOOK_ALLOW_PRIVATE?',
    ]);
    expect(misspelled('DATABASE_USER', 'REDIS_HOST', 'PORTS', 'POST', 'PATH')).toEqual([]);
    expect(misspelled('DATABASE_URL', 'DATABASE_URLS')).toEqual([]);
  });

  it('DATABASE_URL and DATA_DIR together: the first is used, with a warning', async () => {
    const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/x', DATA_DIR: '/nowhere' };
    const program = callProgram(['migrate'], { env });
    expect((await program.ended).code).toBe(1);
    expect(program.stderr()).toContain('DATA_DIR is not used, because DATABASE_URL is set');
    expect(program.stderr()).toContain('The database at 127.0.0.1:1/x cannot be used');
  });
});

describe('a command line', () => {
  it('without a command serves', () => {
    const line = (...args: string[]) => ['node', 'quaestor', ...args];
    expect(completeCommandLine(line())).toEqual(line('serve'));
    expect(completeCommandLine(line('--port', '1'))).toEqual(line('serve', '--port', '1'));
    expect(completeCommandLine(line('--help'))).toEqual(line('--help'));
    expect(findCommand(line('--data-dir', 'x', 'worker'))).toBe('worker');
  });

  it('is completed in bash', async () => {
    const program = callProgram(['completion', 'bash'], {});
    expect((await program.ended).code).toBe(0);
    const complete = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _quaestor; echo "\${COMPREPLY[@]}"`;
    const ask = (...words: string[]) =>
      spawnSync('bash', ['-c', `${program.stdout()}\n${complete}`, 'bash', 'quaestor', ...words], {
        encoding: 'utf8',
      }).stdout.trim();
    expect(ask('acc')).toBe('account');
    expect(ask('--port', '1', 'account', 'a')).toBe('add');
    expect(ask('account', 'add', '--r')).toBe('--role');
    expect(ask('print', 's')).toBe('schema settings');
  });

  it.skipIf(!hasShell('zsh'))('is completed in zsh', async () => {
    const program = callProgram(['completion', 'zsh'], {});
    expect((await program.ended).code).toBe(0);
    // Without a terminal nothing can press Tab: the function is called as the completion of zsh does.
    const complete = `emulate -L ksh; setopt noshglob; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _quaestor; echo "\${COMPREPLY[@]}"`;
    const script = `autoload -U compinit && compinit -D -u\n${program.stdout()}\nask() { ${complete} }\nask "$@"`;
    const ask = (...words: string[]) =>
      spawnSync('zsh', ['-f', '-c', script, 'zsh', 'quaestor', ...words], {
        encoding: 'utf8',
      }).stdout;
    // Of all that may stand there, zsh itself chooses what begins like the word.
    expect(ask('acc')).toMatch(/^serve .*\baccount\b/);
    expect(ask('--port', '1', 'account', 'a')).toMatch(/^list add\b|^add\b/);
    expect(ask('account', 'add', '--r')).toContain('--role');
  });

  it.skipIf(!hasShell('fish'))('is completed in fish', async () => {
    const program = callProgram(['completion', 'fish'], {});
    expect((await program.ended).code).toBe(0);
    const ask = (line: string) => {
      const script = `${program.stdout()}\ncomplete -C ${JSON.stringify(line)}`;
      const { stdout } = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
      return stdout.trim().split('\n');
    };
    expect(ask('quaestor acc')).toEqual(['account']);
    expect(ask('quaestor --port 1 account a')).toEqual(['add']);
    expect(ask('quaestor account add --r')).toEqual(['--role']);
  });
});
