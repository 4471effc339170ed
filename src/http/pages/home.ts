import type { Asset } from './asset.ts';

type Link = readonly [href: string, name: string, text: string];

const graphiqlLink: Link = ['/graphql', 'GraphiQL', 'GraphQL playground with examples'];

const links: readonly Link[] = [
  ['/docs', 'REST API', 'interactive documentation'],
  ['/questions', 'Questions', 'the first page of questions, as JSON'],
  ['/schema.graphql', 'schema.graphql', 'the GraphQL schema'],
  ['/openapi.json', 'openapi.json', 'the OpenAPI 3.1 document'],
];

const pageOf = (links: readonly Link[]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Quaestor</title>
    <style>
      body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #223 }
      a { color: #2456b3 }
      li { margin: .5rem 0 }
    </style>
  </head>
  <body>
    <h1>Quaestor</h1>
    <p>A question database and analysis service.</p>
    <ul>
${links.map(([href, name, text]) => `      <li><a href="${href}">${name}</a>: ${text}</li>`).join('\n')}
    </ul>
  </body>
</html>
`;

// Browsers request /favicon.ico for every page, JSON included, and accept SVG.
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#2456b3" />
  <circle cx="16" cy="15" r="8" fill="none" stroke="#fff" stroke-width="4" />
  <path d="M18 18l7 8" stroke="#fff" stroke-width="4" stroke-linecap="round" />
</svg>
`;

/** The start page; it links to GraphiQL only when that is enabled. */
export function homePages(withGraphiql: boolean): Readonly<Record<string, Asset>> {
  const page = pageOf(withGraphiql ? [graphiqlLink, ...links] : links);
  return {
    '/': { type: 'text/html; charset=utf-8', body: () => page },
    '/favicon.ico': { type: 'image/svg+xml', body: () => icon },
  };
}
