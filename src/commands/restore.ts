import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { SecretKeys } from '../db/backup/restore-secrets.ts';
import { type CommandContext, jsonOption } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { abortOnSignal } from './wait-for-signal.ts';

interface RestoreOptions {
  readonly keyFile?: string;
  readonly enableWebhooks?: true;
  readonly verify?: true;
  readonly json?: true;
}

/** `restore FILE`: everything that a backup has into an empty database, or nothing. */
export function restoreCommand(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database, as a whole or not at all.')
    .argument('<file>', 'a file that `quaestor backup` has written')
    .option('--verify', 'check that the file is complete and can be restored, and change nothing')
    .option('--key-file <file>', 'the key of its secrets; by default the name of the file and .key')
    .option('--enable-webhooks', 'leave webhooks enabled; by default all are disabled')
    .addOption(jsonOption())
    .action(async (file: string, options: RestoreOptions) => {
      const { size } = await stat(file).catch(() => ({ size: 0 }));
      const { createProgress } = await import('./progress.ts');
      const signal = abortOnSignal(context.io);
      const read = async <T>(title: string, work: (onRead: (n: number) => void) => Promise<T>) => {
        const progress = createProgress(context.io.stderr, `${title}, bytes`, size);
        return work((bytes) => progress.advance(bytes)).finally(() => progress.end());
      };
      const { verifyBackup } = await import('../db/backup/verify-backup.ts');
      // Also before restoring: what is wrong with a file is then said before anything begins.
      const found = await read('Verifying', (onRead) => verifyBackup(file, { onRead, signal }));
      if (!options.verify) return restore(context, file, options, signal, read);
      const { application, created_at: createdAt } = found.manifest;
      const { rows, tables } = found;
      if (options.json) {
        return context.print(
          JSON.stringify({ file, rows, tables, application, created_at: createdAt }),
        );
      }
      return context.print(
        `${file} is complete: ${rows.toLocaleString('en')} rows of ${tables} tables, written by ${application} at ${createdAt}.`,
      );
    });
}

type Read = <T>(title: string, work: (onRead: (bytes: number) => void) => Promise<T>) => Promise<T>;

async function restore(
  context: CommandContext,
  file: string,
  options: RestoreOptions,
  signal: AbortSignal,
  read: Read,
): Promise<void> {
  const { io, print } = context;
  const { openServer } = await import('../db/storage.ts');
  const { restoreBackup } = await import('../db/backup/restore-backup.ts');
  const keyFile = options.keyFile ?? `${file}.key`;
  const key = await readKey(keyFile, options.keyFile !== undefined);
  const config = context.config();
  const server = await openServer(config, await context.log(config, io.stderr));
  try {
    const keys = await openKeys(key, await server.readDataKey());
    const enablesWebhooks = options.enableWebhooks === true;
    const restored = await read('Restoring', (onRead) =>
      restoreBackup({ file, url: server.url, keys, enablesWebhooks, onRead, signal }),
    );
    const { rows, tables, disabledWebhooks, hasLostSecrets } = restored;
    if (options.json) {
      const figures = { rows, tables, disabled_webhooks: disabledWebhooks };
      return print(JSON.stringify({ file, ...figures, lost_secrets: hasLostSecrets }));
    }
    print(`Restored ${rows.toLocaleString('en')} rows of ${tables} tables.`);
    if (hasLostSecrets) {
      print(
        `The secrets could not be decrypted: ${key === undefined ? `${keyFile} is missing` : 'the key is another one'}. New signing keys will be made, so that access tokens end; webhooks are disabled until their secrets are rotated; accounts with a second factor need a recovery code, or \`quaestor account reset-second-factor\`.`,
      );
    } else if (disabledWebhooks > 0) {
      print(`${disabledWebhooks} webhooks are disabled; enable them when this copy is to send.`);
    }
  } finally {
    await server.stop();
  }
}

async function readKey(file: string, isRequired: boolean): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (cause) => {
      if (cause.code === 'ENOENT' && !isRequired) return undefined;
      throw new CommandError(`The key cannot be read: ${cause.message}.`);
    },
  );
}

/** Secrets are decrypted by the key of the backup, or that of this database if both have the same. */
async function openKeys(
  ofBackup: string | undefined,
  ofDatabase: string | undefined,
): Promise<SecretKeys> {
  const { createSecretBox } = await import('../auth/secret-box.ts');
  const { makeSecret } = await import('../webhooks/signature.ts');
  const { makeTotpSecret } = await import('../auth/totp.ts');
  const box = createSecretBox(ofDatabase);
  const boxes = ofBackup === undefined ? [box] : [createSecretBox(ofBackup), box];
  return {
    encrypt: box.encrypt,
    makeWebhookSecret: makeSecret,
    makeTotpSecret,
    async decrypt(stored) {
      for (const each of boxes) {
        const secret = await each.decrypt(stored).catch(() => undefined);
        if (secret !== undefined) return secret;
      }
      return undefined;
    },
  };
}
