import type { Asset } from './asset.ts';

/** A page without a script, which a text browser shows as well. */
export function plainPage(title: string, content: string): Asset {
  return { type: 'text/html; charset=utf-8', body: () => layOut(title, content) };
}

function layOut(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <style>
      body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: light-dark(#223, #dde) }
      a { color: light-dark(#2456b3, #8ab4ff) }
      li { margin: .5rem 0 }
      pre { overflow: auto }
    </style>
  </head>
  <body>
${content}
  </body>
</html>
`;
}
