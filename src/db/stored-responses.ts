import type { StoredResponseFilter } from '../analyses/analysis-type.ts';
import type { Statement } from './prepared-query.ts';

/**
 * The recorded responses to the chosen questions, sorted by respondent, question and time. PostgreSQL
 * sorts them, on disk if they are many, so that the reader needs no memory for it.
 */
export function storedResponses(
  { text, values: chosen }: Statement,
  { form, session, group, from, to, version }: StoredResponseFilter,
): Statement {
  const values = [...chosen];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    form && `r.form_id = ${bind(form)}::uuid`,
    session && `r.session_id = ${bind(session)}::uuid`,
    group && `r.group_name = ${bind(group)}`,
    from && `r.recorded_at >= ${bind(from)}::timestamptz`,
    to && `r.recorded_at < ${bind(to)}::timestamptz`,
    version === 'current' && 'r.version = chosen.version',
    typeof version === 'number' && `r.version = ${bind(version)}::int`,
  ].filter((condition) => condition);
  return {
    text: `
      SELECT COALESCE(r.respondent, r.session_id::text, r.id::text) AS respondent,
        r.question_id AS "questionId", r.score, r.option, r.group_name AS "group",
        (extract(epoch FROM r.recorded_at) * 1000)::float8 AS "recordedAt"
      FROM responses r
      JOIN (SELECT questions.id, questions.version ${text}) AS chosen ON chosen.id = r.question_id
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY COALESCE(r.respondent, r.session_id::text, r.id::text) COLLATE "C",
        r.question_id, r.recorded_at, r.id`,
    values,
  };
}
