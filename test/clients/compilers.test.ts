import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';
import { callProgram } from '../support/program.ts';
import { makeQuestion } from '../support/questions.ts';

const require = createRequire(import.meta.url);
const DATABASE_URL = await createTestDatabase();
const { rest } = await createTestApp({ env: { DATABASE_URL, TRUSTED_DOCUMENTS_ONLY: 'on' } });
await rest('POST', '/questions', makeQuestion({ question_text: 'Which planet is red?' }));
const { body: schema } = await rest('GET', '/schema.graphql');

const folder = await mkdtemp(join(tmpdir(), 'quaestor-compilers-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));

/** Adds a manifest by the command line, while the service runs. */
async function trust(manifest: string): Promise<void> {
  const program = callProgram(['documents', 'add', manifest], {
    env: { DATABASE_URL, LOG_LEVEL: 'fatal' },
  });
  const { code } = await program.ended;
  expect([code, program.stderr()]).toEqual([0, '']);
}

const runById = (documentId: string, variables: object) =>
  rest('POST', '/graphql', { documentId, variables });

describe('graphql-codegen', () => {
  it('writes documents that the service trusts, with the client preset', async () => {
    const { codegen } = require('@graphql-codegen/core');
    const { preset } = require('@graphql-codegen/client-preset');
    const { buildSchema, parse } = require('graphql');
    const document = parse(
      'query Found($search: String!) { questions(filter: { search: $search }) { nodes { questionText } } }',
    );
    const sections = await preset.buildGeneratesSection({
      baseOutputDir: `${folder}/codegen/`,
      config: {},
      plugins: [],
      presetConfig: { persistedDocuments: { hashAlgorithm: 'sha256' } },
      documents: [{ location: 'found.ts', document, rawSDL: 'query' }],
      schema: parse(schema),
      schemaAst: buildSchema(schema),
      pluginMap: {},
      pluginContext: {},
      profiler: { run: (work: () => unknown) => work(), collect: () => [] },
      cache: (_: unknown, __: unknown, work: () => unknown) => work(),
    });
    const files: Record<string, string> = {};
    for (const section of sections) files[section.filename] = await codegen(section);
    const [, manifest = ''] =
      Object.entries(files).find(([name]) => name.endsWith('persisted-documents.json')) ?? [];
    const file = join(folder, 'codegen.json');
    await writeFile(file, manifest);
    await trust(file);
    const [id = ''] = Object.keys(JSON.parse(manifest));
    const { body } = await runById(id, { search: 'planet' });
    expect(body.data.questions.nodes[0].questionText).toBe('Which planet is red?');
    // The prefix of the specification is understood as well.
    expect((await runById(`sha256:${id}`, { search: 'planet' })).body).toEqual(body);
  });
});

describe('Relay', () => {
  it('compiles documents that the service trusts, and reads what it answers', async () => {
    await mkdir(join(folder, 'src/__generated__'), { recursive: true });
    await writeFile(join(folder, 'schema.graphql'), schema);
    await writeFile(join(folder, 'persisted.json'), '{}');
    await writeFile(
      join(folder, 'src/questions.js'),
      `const { graphql } = require('relay-runtime');
graphql\`query questionsQuery($first: Int!) { questions(first: $first) @connection(key: "All_questions") { edges { node { id questionText } } } }\`;
`,
    );
    await writeFile(
      join(folder, 'relay.config.json'),
      JSON.stringify({
        src: './src',
        language: 'javascript',
        schema: './schema.graphql',
        artifactDirectory: './src/__generated__',
        persistConfig: { file: './persisted.json' },
      }),
    );
    await promisify(execFile)(require('relay-compiler'), ['relay.config.json'], { cwd: folder });
    await trust(join(folder, 'persisted.json'));
    const operation = require(join(folder, 'src/__generated__/questionsQuery.graphql.js'));
    const { Environment, fetchQuery, Network, RecordSource, Store } = require('relay-runtime');
    const environment = new Environment({
      network: Network.create(async ({ id }: { id: string }, variables: object) => {
        const { body } = await runById(id, variables);
        return body;
      }),
      store: new Store(new RecordSource()),
    });
    const data: Json = await fetchQuery(environment, operation, { first: 5 }).toPromise();
    expect(data.questions.edges[0].node.questionText).toBe('Which planet is red?');
  });
});
