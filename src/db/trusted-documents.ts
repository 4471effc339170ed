import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

export interface TrustedDocument {
  readonly id: string;
  readonly document: string;
}

export async function findTrustedDocument(
  database: Database,
  id: string,
): Promise<string | undefined> {
  const [row] = await database.query<TrustedDocument>(
    Prisma.sql`SELECT document FROM trusted_documents WHERE id = ${id}`,
  );
  return row?.document;
}

/** Adds documents; those that are there already stay. Returns the ids that belong to other documents. */
export async function addTrustedDocuments(
  { prisma }: Database,
  documents: readonly TrustedDocument[],
  createdAt: Date,
): Promise<{ added: number; conflicts: string[] }> {
  return prisma.$transaction(async (transaction) => {
    const present = await transaction.trustedDocument.findMany({
      where: { id: { in: documents.map(({ id }) => id) } },
      select: { id: true, document: true },
    });
    const known = new Map(present.map(({ id, document }) => [id, document]));
    const conflicts = documents
      .filter(({ id, document }) => (known.get(id) ?? document) !== document)
      .map(({ id }) => id);
    if (conflicts.length > 0) return { added: 0, conflicts };
    const data = documents.map((each) => ({ ...each, createdAt }));
    const { count } = await transaction.trustedDocument.createMany({ data, skipDuplicates: true });
    return { added: count, conflicts };
  });
}

export async function listTrustedDocuments({ prisma }: Database): Promise<TrustedDocument[]> {
  return prisma.trustedDocument.findMany({
    select: { id: true, document: true },
    orderBy: { id: 'asc' },
  });
}

/** Removes documents, all of them without ids; returns how many there were. */
export async function removeTrustedDocuments(
  { prisma }: Database,
  ids?: readonly string[],
): Promise<number> {
  const where = ids ? { id: { in: [...ids] } } : {};
  const { count } = await prisma.trustedDocument.deleteMany({ where });
  return count;
}
