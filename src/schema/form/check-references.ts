import type { Database } from '../../db/database.ts';
import { findParameterRun, listUnknownIds } from '../../db/forms/form-read.ts';
import { assertSearchable } from '../../db/question-search.ts';
import { type Fault, validationError } from '../../domain/errors.ts';
import type { FormRequest } from '../../domain/form-input.ts';

/** Throws if the request names questions or runs that do not exist; returns the run to use. */
export async function checkReferences(
  database: Database,
  { criteria, enemies, objective }: FormRequest,
): Promise<string | null> {
  const path = ['criteria', 'search'];
  await assertSearchable(database, criteria.search, { code: 'BAD_USER_INPUT', path });
  const unknown = await listUnknownIds(database, enemies.flat());
  const faults: Fault[] = enemies.flatMap((pair, at) =>
    pair.flatMap((id, side) => {
      if (!unknown.has(id)) return [];
      const detail = `No question has the id ${id}.`;
      return [{ path: ['enemies', at, side], code: 'unknown_id', detail }];
    }),
  );
  let analysisId: string | undefined;
  if (objective?.kind === 'information') {
    analysisId = await findParameterRun(database, objective.analysisId);
    if (analysisId === undefined) faults.push(noParameters(objective.analysisId));
  }
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
  return analysisId ?? null;
}

function noParameters(id: string | undefined): Fault {
  const help = 'Run item_statistics with a model and with items: all.';
  if (id === undefined) {
    const detail = `There are no item parameters. ${help}`;
    return { path: ['objective', 'kind'], code: 'no_item_parameters', detail };
  }
  const detail = `No run of item_statistics with a model has succeeded with this id. ${help}`;
  return { path: ['objective', 'analysisId'], code: 'unknown_id', detail };
}
