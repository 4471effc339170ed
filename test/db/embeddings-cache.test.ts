import { expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { createEmbeddingsCache, deleteOldEmbeddings } from '../../src/db/embeddings-cache.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';

const { database } = await openDatabase({
  url: await createTestDatabase(),
  poolSize: 2,
  log: createLog({ level: 'error', isPretty: false }),
});
closeAfterFile(() => database.close());

it('forgets vectors after 90 days, however many there are', async () => {
  const cache = createEmbeddingsCache(database.pool, 'model-a');
  const texts = Array.from({ length: 25 }, (_, at) => `question ${at}`);
  await cache.save(
    texts,
    texts.map((_, at) => Float32Array.of(at, 1)),
  );
  const recent = texts.slice(0, 3);
  await database.pool.query(
    `UPDATE embeddings SET created_at = now() - CASE
       WHEN vector = ANY($1::bytea[]) THEN interval '89 days' ELSE interval '91 days' END`,
    [recent.map((_, at) => Buffer.from(Float32Array.of(at, 1).buffer))],
  );
  await deleteOldEmbeddings(database, 10);
  expect([...(await cache.read(texts)).keys()].sort()).toEqual(recent);
});
