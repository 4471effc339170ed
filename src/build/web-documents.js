/** Lists the GraphQL documents of the workbench as its client sends them, which the service then trusts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';

/** A manifest: documents by their hashes, of all files that are bundled. */
export async function listWebDocuments(root, inputs) {
  const documents = new Set();
  const send = createSender();
  for (const path of inputs.filter((input) => /^src\/web\/.*\.tsx?$/.test(input))) {
    const source = readFileSync(join(root, path), 'utf8');
    const found = [...source.matchAll(/\bgraphql\(\s*`((?:(?!\$\{)[^`])*)`\s*,?\s*\)/g)];
    if (found.length !== [...source.matchAll(/\bgraphql\(/g)].length) {
      throw new Error(`${path}: a document has to be one text without fragments of others`);
    }
    for (const [, text] of found) documents.add(await send(text));
  }
  return Object.fromEntries([...documents].sort().map((text) => [sha256(text), text]));
}

/** The client prints documents anew and adds to them, by the same exchanges as in src/web/api/client.ts. */
function createSender() {
  let sent = '';
  const client = new Client({
    url: 'http://localhost/graphql',
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetch: async (_, { body }) => {
      sent = JSON.parse(body).query;
      return Response.json({ data: {} });
    },
  });
  return async (text) => {
    const document = gql(text);
    const { operation } = document.definitions[0];
    await new Promise((resolve) => {
      client[operation](document, {}).subscribe(resolve);
    });
    return sent;
  };
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}
