import pg from 'pg';

export interface LargeRequest {
  readonly name: string;
  readonly path: string;
  /** A GET without one. */
  readonly body?: string;
}

const flags = 51_000;

/** The largest requests that the service accepts, and bodies of its maximum size that it refuses. */
export async function prepareLargeRequests(databaseUrl: string): Promise<LargeRequest[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const ids = await client.query<{ id: string }>('SELECT id FROM questions LIMIT 100000');
  const [one, other] = [await storeRun(client, 0), await storeRun(client, 1)];
  await client.end();
  const questionIds = ids.rows.map(({ id }) => id);
  return [
    post('1,000 questions, 9 MB', '/questions', questions(1000, 'x')),
    post('1,000 questions, 9 MB, not ASCII', '/questions', questions(210, 'ß…')),
    post('1,000 questions over GraphQL', '/graphql', {
      query: 'mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }',
      variables: { input: questions(1000, 'x').map(inGraphqlNames) },
    }),
    post('questions without an answer', '/questions', questions(1000, 'x', { correct_answer: 1 })),
    post('10 MB of small objects', '/questions', small(900_000, { a: 1 })),
    post('10 MB of numbers', '/questions', small(4_500_000, 1)),
    post('10 MB of lists', '/questions', small(3_000_000, [])),
    post('10 MB of variables', '/graphql', {
      query: 'query ($filter: QuestionFilter) { questions(filter: $filter) { totalCount } }',
      variables: { filter: { ids: small(900_000, { a: 1 }) } },
    }),
    post('100,000 question ids', '/analysis/run', {
      analysis_type: 'coverage',
      question_ids: questionIds,
    }),
    post('500,000 responses', '/analysis/run', {
      analysis_type: 'item_statistics',
      parameters: {
        responses: {
          question_ids: Array.from({ length: 500 }, (_, n) => `q${n}`),
          scores: Array.from({ length: 1000 }, () => Array(500).fill(1)),
        },
      },
    }),
    get(`compare ${flags.toLocaleString('en')} flags`, `/analysis/${one}/compare/${other}`),
    get('20 runs with results', '/analysis?include=result'),
    get('100 questions of 24 KB', '/questions?limit=100&sort=-created_at'),
  ];
}

function post(name: string, path: string, body: unknown): LargeRequest {
  return { name, path, body: JSON.stringify(body) };
}

function get(name: string, path: string): LargeRequest {
  return { name, path };
}

function questions(length: number, text: string, others: object = {}) {
  return Array.from({ length: 1000 }, (_, n) => ({
    question_text: `Question ${n}?`,
    correct_answer: 'Yes',
    incorrect_answers: Array.from({ length: 9 }, (_, m) => `${m} ${text.repeat(length - 10)}`),
    category: 'Science',
    difficulty: 0,
    ...others,
  }));
}

function inGraphqlNames(question: ReturnType<typeof questions>[number]) {
  const { question_text, correct_answer, incorrect_answers } = question;
  return {
    questionText: question_text,
    correctAnswer: correct_answer,
    incorrectAnswers: incorrect_answers,
    category: 'SCIENCE',
    difficulty: 'BASIC',
  };
}

function small(count: number, value: unknown): unknown[] {
  return Array(count).fill(value);
}

/** A finished run of the whole bank, most of whose questions are flagged. */
async function storeRun(client: pg.Client, variant: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, progress, parameters,
       question_count, question_ids, versions, summary, details, item_count, created_by, created_at,
       started_at, finished_at)
     SELECT gen_random_uuid(), 'quality', 1, 'SUCCEEDED', 1, '{}', count(*), array_agg(id),
       array_agg(version), json_build_object('questions', count(*), 'flagged', $1::int, 'score', 0.5),
       '{"warnings":[]}', $1::int, 'bench', now(), now(), now()
     FROM questions RETURNING id`,
    [flags],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `INSERT INTO analysis_items (analysis_id, position, item)
     SELECT $1, row_number() OVER (ORDER BY id) - 1, json_build_object('question_id', id, 'flagged', true,
       'reasons', ARRAY['first_reason', 'reason_' || (row_number() OVER (ORDER BY id) + $2) % 7])
     FROM questions LIMIT $3`,
    [id, variant, flags],
  );
  return id;
}
