import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Asset } from './asset.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Quaestor REST API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// Swagger UI has no widget for lists of UUIDs, and would log an error about it.
const start = `const fields = ({ React, getComponent }) => ({
  components: {
    JsonSchema_string_uuid: (props) => React.createElement(getComponent('JsonSchema_string'), props),
  },
});
window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [fields],
});
`;

/** The interactive documentation of the REST API. */
export const docsPages: Readonly<Record<string, Asset>> = {
  '/docs': { type: 'text/html; charset=utf-8', body: () => page },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', body: () => start },
  '/docs/swagger-ui.css': bundled('swagger-ui.css', 'text/css; charset=utf-8'),
  '/docs/swagger-ui-bundle.js': bundled('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
};

function bundled(name: string, type: string): Asset {
  const require = createRequire(import.meta.url);
  return { type, body: () => readFile(require.resolve(`swagger-ui-dist/${name}`)) };
}
