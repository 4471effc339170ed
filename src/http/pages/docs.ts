import { readFile } from 'node:fs/promises';
import { packageFile } from '../../package-file.ts';
import type { Asset } from './asset.ts';
import { readWebAssets } from './web-assets.ts';

const layOut = (signedInPath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Quaestor REST API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <noscript>
      <p>This page needs scripts. Without them: <a href="/openapi.json">openapi.json</a>, the same as a document, and <a href="/llms.txt">llms.txt</a>, a summary.</p>
    </noscript>
    <script src="${signedInPath}"></script>
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
  // The document has the public URL; from here the page's own origin is the one that may be called.
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  plugins: [fields],
});
`;

/** The interactive documentation of the REST API. */
export const docsPages: Readonly<Record<string, Asset>> = {
  '/docs': {
    type: 'text/html; charset=utf-8',
    body: () => layOut(readWebAssets().signedInPath),
    insertsStyles: true,
  },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', body: () => start },
  '/docs/swagger-ui.css': bundled('swagger-ui.css', 'text/css; charset=utf-8'),
  '/docs/swagger-ui-bundle.js': bundled('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
};

function bundled(name: string, type: string): Asset {
  return { type, body: () => readFile(packageFile(`dist/docs/${name}`)) };
}
