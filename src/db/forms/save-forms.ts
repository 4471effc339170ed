import type pg from 'pg';
import type { Assembly } from '../../assembly/blueprint.ts';
import { recordMissingVersions } from '../pinned-questions.ts';
import type { FormCandidate } from './form-candidates.ts';
import type { FormAttempt } from './form-store.ts';

/** Saves what was assembled and pins its questions; false if the attempt is no longer current. */
export async function saveForms(
  client: pg.Client,
  { id, attempt }: FormAttempt,
  assembly: Exclude<Assembly, { status: 'UNKNOWN' }>,
  candidates: readonly FormCandidate[],
): Promise<boolean> {
  const found = 'forms' in assembly ? assembly : undefined;
  const conflict = 'conflicts' in assembly ? assembly : undefined;
  await client.query('BEGIN');
  const { rowCount } = await client.query(
    `UPDATE forms SET status = $3, objective = $4, bound = $5, conflicts = $6, irreducible = $7,
       candidate_count = $8, conflict_pointers = $9, finished_at = clock_timestamp()
     WHERE id = $1 AND attempt = $2 AND status = 'RUNNING'`,
    [
      id,
      attempt,
      assembly.status,
      found?.objective ?? null,
      found?.bound ?? null,
      conflict?.conflicts ?? [],
      conflict?.isIrreducible ?? null,
      candidates.length,
      conflict?.pointers ?? [],
    ],
  );
  if (rowCount === 0) {
    await client.query('ROLLBACK');
    return false;
  }
  if (found) await pinQuestions(client, id, found.forms, candidates);
  await client.query('COMMIT');
  return true;
}

async function pinQuestions(
  client: pg.Client,
  id: string,
  forms: readonly (readonly number[])[],
  candidates: readonly FormCandidate[],
): Promise<void> {
  const rows = forms.flatMap((form, number) =>
    form.map((index, position) => ({ number, position, question: candidates[index] })),
  );
  const ids = rows.map(({ question }) => question?.id);
  await client.query(recordMissingVersions('FROM questions WHERE questions.id = ANY($1::uuid[])'), [
    ids,
  ]);
  await client.query(
    `INSERT INTO form_questions (form_id, number, position, question_id, version)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::uuid[], $5::int[])`,
    [
      id,
      rows.map(({ number }) => number + 1),
      rows.map(({ position }) => position + 1),
      ids,
      rows.map(({ question }) => question?.version),
    ],
  );
}
