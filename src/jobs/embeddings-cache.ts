import { createHash } from 'node:crypto';

/** What of a `pg` client or pool is used. */
export interface QueryClient {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Vectors by model and text, in the database: a bank that is looked at again costs nothing. */
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
          // Both are bytea, which the driver gives as buffers.
          const { text_hash, vector } = row as { text_hash: Buffer; vector: Buffer };
          return [byHash.get(text_hash.toString('hex')) ?? '', toVector(vector)];
        }),
      );
    },

    async save(texts: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
      await client.query(
        // In the order of the hashes, so that two runs that save the same texts do not lock each other.
        `INSERT INTO embeddings (model, text_hash, vector)
         SELECT $1, * FROM unnest($2::bytea[], $3::bytea[]) AS fresh (text_hash, vector)
         ORDER BY text_hash
         ON CONFLICT DO NOTHING`,
        [model, texts.map(hash), vectors.map(toBytes)],
      );
    },

    /** Forgets the model's vectors of any other length. */
    async dropOthers(dimensions: number): Promise<void> {
      await client.query('DELETE FROM embeddings WHERE model = $1 AND octet_length(vector) <> $2', [
        model,
        dimensions * Float32Array.BYTES_PER_ELEMENT,
      ]);
    },
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Single precision, little-endian, as every machine that Node runs on keeps it. */
function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function toVector(bytes: Buffer): Float32Array {
  // Copied: the driver's buffers begin anywhere, and numbers must be aligned.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
