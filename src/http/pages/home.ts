import type { Asset } from './asset.ts';

const links = [
  ['/graphql', 'GraphiQL', 'explore the GraphQL interface, with examples in tabs'],
  ['/docs', 'REST', 'browse the REST interface and try requests'],
  ['/questions', 'Questions', 'the first page of the bank, as JSON'],
  ['/schema.graphql', 'schema.graphql', 'the GraphQL schema'],
  ['/openapi.json', 'openapi.json', 'the OpenAPI 3.1 document'],
];

export const homePage: Asset = {
  type: 'text/html; charset=utf-8',
  body: () => `<!doctype html>
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
`,
};
