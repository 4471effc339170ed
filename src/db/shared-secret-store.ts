import type { Database } from './database.ts';

/** The stored secret; of several nodes that offer one at the same time, one wins. */
export async function readOrStoreSecret(
  { prisma }: Database,
  name: string,
  offered: string,
  now: Date,
): Promise<string> {
  await prisma.$executeRaw`
    INSERT INTO shared_secrets (name, value, created_at) VALUES (${name}, ${offered}, ${now})
    ON CONFLICT (name) DO NOTHING`;
  const { value } = await prisma.sharedSecret.findUniqueOrThrow({ where: { name } });
  return value;
}
