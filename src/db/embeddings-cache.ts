import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** The part of a `pg` client or pool that the cache uses. */
export interface QueryClient {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Vectors by model and text, so that analyzing the same questions again needs no requests. */
export function createEmbeddingsCache(client: QueryClient, model: string) {
  return {
    async read(texts: readonly string[]): Promise<Map<string, Float32Array>> {
      const byHash = new Map(texts.map((text) => [hash(text).toString('hex'), text]));
      const { rows } = await client.query(
        'SELECT text_hash, vector FROM embeddings WHERE model = $1 AND text_hash = ANY($2::bytea[])',
        [model, texts.map(hash)],
      );
      return new Map(
        rows.map((row) => {
          // The driver returns bytea as a Buffer.
          const { text_hash, vector } = row as { text_hash: Buffer; vector: Buffer };
          return [byHash.get(text_hash.toString('hex')) ?? '', toVector(vector)];
        }),
      );
    },

    async save(texts: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
      await client.query(
        // Sorted, so that two runs that save the same texts do not deadlock.
        `INSERT INTO embeddings (model, text_hash, vector)
         SELECT $1, * FROM unnest($2::bytea[], $3::bytea[]) AS added (text_hash, vector)
         ORDER BY text_hash
         ON CONFLICT DO NOTHING`,
        [model, texts.map(hash), vectors.map(toBytes)],
      );
    },

    /** Deletes the vectors of the model that have another length. */
    async dropOthers(dimensions: number): Promise<void> {
      await client.query('DELETE FROM embeddings WHERE model = $1 AND octet_length(vector) <> $2', [
        model,
        dimensions * Float32Array.BYTES_PER_ELEMENT,
      ]);
    },
  };
}

/** Of texts that are still there, they are computed again: nobody notes which vectors are in use. */
const keptDays = 90;

/** In batches, so that no statement takes long. */
export async function deleteOldEmbeddings(database: Database, batch = 10_000): Promise<void> {
  const text = `DELETE FROM embeddings WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM embeddings WHERE created_at < now() - $1::int * interval '1 day' LIMIT $2
    )) RETURNING 1`;
  for (;;) {
    const deleted = await database.query({ text, values: [keptDays, batch] });
    if (deleted.length < batch) return;
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Single precision, little-endian like every platform of Node. */
function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function toVector(bytes: Buffer): Float32Array {
  // Copied, because a Float32Array must be aligned and the driver's buffers are not.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
