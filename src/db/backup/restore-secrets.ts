import type pg from 'pg';

/** The keys of the backup and of the database it is restored into. */
export interface SecretKeys {
  /** Undefined if no key at hand decrypts it. */
  decrypt(stored: string): Promise<string | undefined>;
  encrypt(secret: string): Promise<string>;
  makeWebhookSecret(): string;
  makeTotpSecret(): string;
}

interface Secret {
  readonly table: string;
  readonly column: string;
  readonly id: string;
  readonly value: string;
}

const columns = [
  ['signing_keys', 'kid', 'private_key'],
  ['shared_secrets', 'name', 'value'],
  ['webhooks', 'id', 'secret'],
  ['webhooks', 'id', 'previous_secret'],
  ['second_factors', 'account_id', 'secret'],
] as const;

/**
 * Encrypts the restored secrets with the key of this database. If the key of the backup is missing, those
 * that can be made anew are: signing keys and shared secrets at their first use, those of webhooks here.
 * Second factors stay required, with secrets that nobody knows: recovery codes, which are hashes, still work.
 */
export async function restoreSecrets(
  client: pg.Client,
  keys: SecretKeys,
): Promise<'kept' | 'lost'> {
  const stored: Secret[] = [];
  for (const [table, key, column] of columns) {
    const { rows } = await client.query<Pick<Secret, 'id' | 'value'>>(
      `SELECT ${key}::text AS id, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    stored.push(...rows.map((row) => ({ table, column, ...row })));
  }
  const secrets: string[] = [];
  for (const { value } of stored) {
    const secret = await keys.decrypt(value);
    if (secret === undefined) {
      await replaceSecrets(client, keys);
      return 'lost';
    }
    secrets.push(secret);
  }
  for (const [at, { table, column, id }] of stored.entries()) {
    const key = columns.find(([name]) => name === table)?.[1];
    await client.query(`UPDATE ${table} SET ${column} = $1 WHERE ${key}::text = $2`, [
      await keys.encrypt(secrets[at] ?? ''),
      id,
    ]);
  }
  return 'kept';
}

async function replaceSecrets(client: pg.Client, keys: SecretKeys): Promise<void> {
  await client.query('DELETE FROM signing_keys');
  await client.query('DELETE FROM shared_secrets');
  const { rows: factors } = await client.query<{ id: string }>(
    'SELECT account_id AS id FROM second_factors',
  );
  for (const { id } of factors) {
    await client.query('UPDATE second_factors SET secret = $1 WHERE account_id = $2', [
      await keys.encrypt(keys.makeTotpSecret()),
      id,
    ]);
  }
  const { rows } = await client.query<{ id: string }>('SELECT id FROM webhooks');
  for (const { id } of rows) {
    await client.query(
      `UPDATE webhooks SET secret = $1, previous_secret = NULL, previous_secret_until = NULL,
         enabled = false, disabled_reason = 'Restored without its secret: rotate it, then enable it'
       WHERE id = $2`,
      [await keys.encrypt(keys.makeWebhookSecret()), id],
    );
  }
}
