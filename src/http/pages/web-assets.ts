import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { packageFile } from '../../package-file.ts';
import type { Asset } from './asset.ts';

/** What the build of the workbench has written. */
interface Manifest {
  readonly script: string;
  readonly signedIn: string;
  readonly style: string;
  readonly files: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export interface WebAssets {
  readonly scriptPath: string;
  /** For other pages: their requests then carry the token of the session. */
  readonly signedInPath: string;
  readonly stylePath: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** The files of the workbench, each named by its content. */
export function readWebAssets(): WebAssets {
  const text = readFileSync(packageFile('dist/web/manifest.json'), 'utf8');
  const { script, signedIn, style, files } = JSON.parse(text) as Manifest;
  return {
    scriptPath: pathOf(script),
    signedInPath: pathOf(signedIn),
    stylePath: pathOf(style),
    assets: new Map(files.map((name) => [pathOf(name), assetOf(name)])),
  };
}

function pathOf(name: string): string {
  return `/assets/${name}`;
}

function assetOf(name: string): Asset {
  const extension = name.split('.').at(-1) ?? '';
  return {
    type: types[extension] ?? 'application/octet-stream',
    isImmutable: true,
    body: () => readFile(packageFile(`dist/web/${name}`)),
  };
}
