import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Database } from './database.ts';
import { type Bind, conditionsOf } from './question-list.ts';
import { searchQuery } from './question-search.ts';

export interface VersionKey {
  readonly id: string;
  readonly version: number;
}

/** The generated column of `questions`, from the fields of a version. */
const searchVector = ['english', 'simple']
  .flatMap((language) =>
    ['question_text', 'correct_answer', "coalesce(topic_focus, '')"].map(
      (text) => `to_tsvector('${language}', ${text})`,
    ),
  )
  .join(' || ');

/** Those of the versions that a list with this filter would have shown, as `id version`. */
export async function matchVersions(
  database: Database,
  filter: QuestionFilter,
  versions: readonly VersionKey[],
): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set();
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const ids = bind(versions.map(({ id }) => id));
  const numbers = bind(versions.map(({ version }) => version));
  const search = filter.search === undefined ? '' : searchQuery(bind(filter.search));
  const text = `
    SELECT questions.id || ' ' || questions.version AS key FROM (
      SELECT shown.question_id AS id, shown.version, shown.category, shown.difficulty,
        shown.topic_focus, shown.source, shown.changed_at AS updated_at,
        (SELECT changed_at FROM question_versions
         WHERE question_id = shown.question_id AND version = 1) AS created_at
        ${search && `, ${searchVector} AS search_vector`}
      FROM unnest(${ids}::uuid[], ${numbers}::int[]) AS given(id, version)
      JOIN question_versions shown ON shown.question_id = given.id AND shown.version = given.version
    ) AS questions ${search}
    WHERE ${conditionsOf(filter, bind).join(' AND ') || 'TRUE'}`;
  const rows = await database.query<{ key: string }>({ text, values });
  return new Set(rows.map(({ key }) => key));
}
