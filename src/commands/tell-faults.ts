import type { Fault } from '../domain/errors.ts';
import { toSnakeCase } from '../domain/naming.ts';

/** Faults as a terminal shows them: in the names of files and of REST, each a line or a sentence. */
export function tellFaults(faults: readonly Fault[], separator = '\n'): string {
  return faults
    .map(({ path, detail }) => `${toSnakeCase(path.join('.'))}: ${detail}`)
    .join(separator);
}
