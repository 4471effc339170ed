import type { Database } from '../../db/database.ts';
import { findMapping } from '../../db/imports/import-store.ts';
import { ServiceError } from '../../domain/errors.ts';
import { defineRules, parseBy } from '../../domain/rules.ts';
import { type Mapping, mappingSchema } from '../../formats/rows/row-options.ts';

const rules = defineRules(mappingSchema);

/** A mapping as JSON, or the name of a saved one. */
export async function resolveMapping(
  database: Database,
  given: string | Mapping | null | undefined,
): Promise<Mapping> {
  if (given == null || given === '') return {};
  if (typeof given !== 'string') return given;
  if (given.trim().startsWith('{')) return parseMapping(given);
  const saved = await findMapping(database, given);
  if (saved === undefined) {
    throw new ServiceError(
      'BAD_USER_INPUT',
      `No mapping is saved as ${JSON.stringify(given.slice(0, 100))}. Give a mapping as JSON, and a name to save it under.`,
    );
  }
  return parseBy(rules, saved);
}

function parseMapping(text: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('BAD_USER_INPUT', 'The mapping is not valid JSON.');
  }
  return parseBy(rules, value);
}
