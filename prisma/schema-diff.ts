import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SchemaEngine as Engine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { createCatalogAdapter } from './catalog-adapter.ts';

// Declared neither by the ES library nor by Node's types.
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const schemaFile = new URL('schema.prisma', import.meta.url);

/** The SQL that takes a migrated database to `schema.prisma`; empty when the two agree. */
export async function diffToSchema(databaseUrl: string): Promise<string> {
  const schema = await readFile(schemaFile, 'utf8');
  const SchemaEngine = await loadSchemaEngine();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const files = [{ path: 'schema.prisma', content: schema }];
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => undefined,
    createCatalogAdapter(pool),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = stdout?.trim() ?? '';
    return sql === '-- This is an empty migration.' ? '' : sql;
  } finally {
    engine.free();
    await pool.end();
  }
}

let loaded: Promise<typeof Engine> | undefined;

/** Loaded once: the bindings keep the memory of the first instance. */
function loadSchemaEngine(): Promise<typeof Engine> {
  loaded ??= instantiateSchemaEngine();
  return loaded;
}

/** Prisma's own engine as WebAssembly; its package expects a bundler, so the module is wired by hand. */
async function instantiateSchemaEngine(): Promise<typeof Engine> {
  const require = createRequire(import.meta.url);
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const code = await readFile(
    require.resolve('@prisma/schema-engine-wasm').replace('engine.js', 'engine_bg.wasm'),
  );
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings.SchemaEngine;
}
