import { defineConfig } from 'prisma/config';

// `prisma generate` reads the schema alone, yet the CLI insists on a schema engine binary and would
// download one. Any existing file satisfies it; other commands still find the real engine.
if (process.argv.includes('generate')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
