import type pg from 'pg';
import type { AnalysisQuestion } from '../analyses/analysis-type.ts';
import { selectColumns } from './question-columns.ts';

/** Small, so that PostgreSQL is never busy with a run for more than a millisecond or two. */
const pageSize = 250;

const columns = selectColumns('questions', [
  'id',
  'version',
  'questionText',
  'correctAnswer',
  'incorrectAnswers',
  'category',
  'difficulty',
  'topicFocus',
] satisfies (keyof AnalysisQuestion)[]);

/** The questions of a run as they stood at one moment, a page at a time. */
export interface QuestionSnapshot {
  readonly total: number;
  /** The run's parameters, the large ones whole. */
  readonly parameters: unknown;
  readChosen(): AsyncIterable<AnalysisQuestion[]>;
  readBank(): AsyncIterable<AnalysisQuestion[]>;
  /** Counts questions of the bank among the used ones. */
  alsoUse(ids: Iterable<string>): Promise<void>;
  /** Ids and versions of the chosen ones that were read, and of those that were used as well. */
  used(): { readonly ids: readonly string[]; readonly versions: readonly number[] };
  close(): Promise<void>;
}

/** What a run is about: the chosen questions come as the second half of a SELECT. */
export interface SnapshotOptions {
  readonly id: string;
  readonly matches: { readonly text: string; readonly values: readonly unknown[] };
}

export async function openSnapshot(
  client: pg.Client,
  { id, matches: { text, values } }: SnapshotOptions,
): Promise<QuestionSnapshot> {
  const used = { ids: [] as string[], versions: [] as number[] };
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // It is idle while the analysis thinks, however long that is.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const counted = await client.query<{ total: number }>(
    `SELECT count(*)::int AS total ${text}`,
    values.slice(),
  );
  const given = await client.query<{ parameters: unknown }>(
    'SELECT COALESCE(input, parameters) AS parameters FROM analyses WHERE id = $1',
    [id],
  );
  let cursors = 0;

  async function* read(matches: string, parameters: readonly unknown[]) {
    cursors += 1;
    const cursor = `page_${cursors}`;
    await client.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns} ${matches} ORDER BY questions.id`,
      parameters.slice(),
    );
    for (;;) {
      const { rows } = await client.query<AnalysisQuestion>(`FETCH ${pageSize} FROM ${cursor}`);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query(`CLOSE ${cursor}`);
  }

  return {
    total: counted.rows[0]?.total ?? 0,
    parameters: given.rows[0]?.parameters,
    async *readChosen() {
      for await (const page of read(text, values)) {
        for (const { id, version } of page) {
          used.ids.push(id);
          used.versions.push(version);
        }
        yield page;
      }
    },
    readBank: () => read('FROM questions', []),
    async alsoUse(ids) {
      const known = new Set(used.ids);
      const others = [...new Set(ids)].filter((id) => !known.has(id));
      const { rows } = await client.query<{ id: string; version: number }>(
        'SELECT id, version FROM questions WHERE id = ANY($1::uuid[])',
        [others],
      );
      for (const { id, version } of rows) {
        used.ids.push(id);
        used.versions.push(version);
      }
    },
    used: () => used,
    close: async () => void (await client.query('COMMIT')),
  };
}
