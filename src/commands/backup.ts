import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { BackupFiles } from '../db/backup/backup-file.ts';
import { readVersion } from '../package-file.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { UsageError } from './command-error.ts';
import { abortOnSignal } from './wait-for-signal.ts';

interface BackupOptions {
  readonly keyFile?: string;
  readonly force?: true;
  readonly json?: true;
}

/** `backup FILE`: one snapshot of the whole database, taken while the service runs. */
export function backupCommand(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description('Write a consistent copy of the whole database to a file, also while it is used.')
    .argument('<file>', 'the file to write, compressed')
    .option(
      '--key-file <file>',
      'where the key of an embedded database goes; by default the name of the file and .key',
    )
    .option('--force', 'replace a file of that name')
    .addOption(jsonOption())
    .action(async (file: string, options: BackupOptions) => {
      const isThere = await stat(file).then(
        () => true,
        () => false,
      );
      if (isThere && !options.force) {
        throw new UsageError(`${file} exists. Choose another name, or replace it with --force.`);
      }
      await backUp(context, file, options);
    });
}

async function backUp(
  context: CommandContext,
  file: string,
  { keyFile = `${file}.key`, json }: BackupOptions,
): Promise<void> {
  const { io, print } = context;
  const [{ openServer }, { openBackupSource }, { writeBackupFile }, { createProgress }] =
    await Promise.all([
      import('../db/storage.ts'),
      import('../db/backup/write-backup.ts'),
      import('../db/backup/backup-file.ts'),
      import('./progress.ts'),
    ]);
  const start = performance.now();
  const config = context.config();
  const server = await openServer(config, await context.log(config, io.stderr));
  try {
    const dataKey = await server.readDataKey();
    const isOwnKey = dataKey !== undefined && config.dataKey === undefined;
    const key: BackupFiles['key'] = isOwnKey ? { file: keyFile, text: dataKey } : undefined;
    const source = await openBackupSource({
      url: server.url,
      key: isOwnKey ? 'file' : dataKey === undefined ? null : 'DATA_KEY',
      application: await readVersion(),
      now: new Date(),
    });
    const progress = createProgress(io.stderr, 'Backing up, bytes', source.bytes);
    const chunks = source.chunks((bytes) => progress.advance(bytes));
    const bytes = await writeBackupFile({ file, key }, chunks, abortOnSignal(io)).finally(() => {
      progress.end();
      return source.close();
    });
    const [rows, tables] = [source.rows(), source.tables];
    const duration = Math.round(performance.now() - start);
    if (json) {
      const written = { file, key_file: key?.file ?? null, bytes, rows, tables };
      return print(JSON.stringify({ ...written, duration_ms: duration }));
    }
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${(duration / 1000).toFixed(1)} s`;
    print(`Wrote ${rows.toLocaleString('en')} rows of ${tables} tables to ${file} (${size}).`);
    print(describeKey(dataKey, key?.file));
  } finally {
    await server.stop();
  }
}

function describeKey(dataKey: string | undefined, keyFile: string | undefined): string {
  if (keyFile) {
    return `The key of its secrets is in ${keyFile}: keep it elsewhere. Without it, restoring makes new signing keys, webhooks need new secrets and second factors are lost.`;
  }
  return dataKey
    ? 'Its secrets are encrypted with DATA_KEY, which it does not contain.'
    : 'Its secrets are not encrypted, because DATA_KEY is not set: keep it safe.';
}
