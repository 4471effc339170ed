import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a thread evaluates to run the module of this name, which is beside the one at `here`. */
export function threadProgram(name: string, here: string): string {
  const extension = extname(fileURLToPath(here));
  const file = JSON.stringify(new URL(`./${name}${extension}`, here).href);
  // From sources there is no compiled thread file, and a thread needs its own TypeScript loader.
  const loader = "import('tsx/esm/api').then(({ register }) => register()).then";
  return extension === '.ts' ? `${loader}(() => import(${file}))` : `import(${file})`;
}
