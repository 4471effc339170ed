import type { Asset } from './asset.ts';
import { plainPage } from './plain-page.ts';
import { readWebAssets, type WebAssets } from './web-assets.ts';

type Link = readonly [href: string, name: string, text: string];

const graphiqlLink: Link = ['/graphql', 'GraphiQL', 'GraphQL playground with examples'];

const links: readonly Link[] = [
  ['/docs', 'REST API', 'interactive documentation'],
  ['/questions', 'Questions', 'the first page of questions, as JSON'],
  ['/schema.graphql', 'schema.graphql', 'the GraphQL schema'],
  ['/openapi.json', 'openapi.json', 'the OpenAPI 3.1 document'],
  ['/asyncapi.json', 'asyncapi.json', 'the AsyncAPI 3 document of events and webhooks'],
  ['/llms.txt', 'llms.txt', 'a summary for language models'],
];

const contentOf = (links: readonly Link[]) => `    <h1>Quaestor</h1>
    <p>A question database and analysis service.</p>
    <ul>
${links.map(([href, name, text]) => `      <li><a href="${href}">${name}</a>: ${text}</li>`).join('\n')}
    </ul>`;

// Browsers request /favicon.ico for every page, JSON included, and accept SVG.
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#2456b3" />
  <circle cx="16" cy="15" r="8" fill="none" stroke="#fff" stroke-width="4" />
  <path d="M18 18l7 8" stroke="#fff" stroke-width="4" stroke-linecap="round" />
</svg>
`;

/** The workbench; browsers without scripts and programs get the links. */
export function homePages(withGraphiql: boolean): Map<string, Asset> {
  const web = readWebAssets();
  const content = contentOf(withGraphiql ? [graphiqlLink, ...links] : links);
  return new Map<string, Asset>([
    [
      '/',
      {
        ...plainPage('Quaestor', content),
        forPeople: { type: 'text/html; charset=utf-8', body: () => layOut(web, content) },
      },
    ],
    ['/favicon.ico', { type: 'image/svg+xml', body: () => icon }],
    ...web.assets,
  ]);
}

function layOut({ scriptPath, stylePath }: WebAssets, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Quaestor</title>
    <link rel="stylesheet" href="${stylePath}" />
    <script type="module" src="${scriptPath}"></script>
  </head>
  <body>
    <div id="app">
      <noscript>
${content}
      </noscript>
    </div>
  </body>
</html>
`;
}
