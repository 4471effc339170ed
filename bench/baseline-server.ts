/**
 * The baseline: the answers of the service written by hand with node:http and pg, as an experienced
 * engineer would in an afternoon: named statements, the page and its total in parallel, a question and
 * its history in one statement. It validates nothing, knows no callers and counts no limits.
 *
 * FROZEN: the limits of the benchmark are ratios to this file. Change it only together with the figures
 * before and after (see README.md, "What is frozen").
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
const changedBy = process.argv[3] ?? 'by hand';

const contentColumns = `question_text, correct_answer, incorrect_answers, category, difficulty,
  topic_focus, source, external_id`;
/** Other accepted answers are read; writes leave them at their default. */
const columns = `id, ${contentColumns}, accepted_answers, version, created_at, updated_at`;
const pageColumns = columns.replace('id,', 'q.id,').replace('created_at', 'q.created_at');

/** A deferred join: only the ids are sorted and skipped, whole rows are read for the page alone. */
const pageWhere = (condition: string, next: number) => `SELECT ${pageColumns}
  FROM (SELECT id, created_at FROM questions WHERE ${condition}
    ORDER BY created_at, id LIMIT $${next} OFFSET $${next + 1}) AS page
  JOIN questions q ON q.id = page.id ORDER BY page.created_at, page.id`;
const totalWhere = (condition: string) =>
  `SELECT count(*)::int AS total FROM questions WHERE ${condition}`;
const byCategory = {
  page: { name: 'category-page', text: pageWhere('category = $1', 2) },
  total: { name: 'category-total', text: totalWhere('category = $1') },
};
const byLevel = {
  page: { name: 'level-page', text: pageWhere('category = $1 AND difficulty = $2', 3) },
  total: { name: 'level-total', text: totalWhere('category = $1 AND difficulty = $2') },
};
const bySearch = {
  page: {
    name: 'search-page',
    text: `SELECT ${columns}, ts_rank(search_vector, wanted) AS rank
      FROM questions, websearch_to_tsquery('english', $1) AS wanted
      WHERE search_vector @@ wanted ORDER BY rank DESC, id DESC LIMIT $2 OFFSET $3`,
  },
  total: {
    name: 'search-total',
    text: totalWhere(`search_vector @@ websearch_to_tsquery('english', $1)`),
  },
};
const oneQuestion = { name: 'one', text: `SELECT ${columns} FROM questions WHERE id = $1` };
const graphqlPage = {
  name: 'graphql-page',
  text: `SELECT id, question_text AS "questionText", correct_answer AS "correctAnswer",
      upper(replace(category, ' ', '_')) AS category,
      (ARRAY['BASIC', 'INTERMEDIATE', 'ADVANCED'])[difficulty + 1] AS difficulty,
      topic_focus AS "topicFocus", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM questions WHERE category = $1 AND difficulty = $2
    ORDER BY created_at, id LIMIT $3 OFFSET $4`,
};
const recordVersion = (kind: string) => `
  INSERT INTO question_versions (question_id, version, change, changed_by, changed_at, ${contentColumns})
  SELECT id, version, '${kind}', $1, updated_at, ${contentColumns} FROM changed`;
const createOne = {
  name: 'create',
  text: `WITH changed AS (
      INSERT INTO questions (id, ${contentColumns})
      VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}
    ), recorded AS (${recordVersion('created')})
    SELECT * FROM changed`,
};
const updateOne = {
  name: 'update',
  text: `WITH changed AS (
      UPDATE questions SET question_text = COALESCE($4, question_text),
        correct_answer = COALESCE($5, correct_answer),
        incorrect_answers = COALESCE($6, incorrect_answers), category = COALESCE($7, category),
        difficulty = COALESCE($8, difficulty), topic_focus = COALESCE($9, topic_focus),
        source = COALESCE($10, source), external_id = COALESCE($11, external_id),
        version = version + 1, updated_at = greatest(now(), updated_at)
      WHERE id = $2 AND version = $3 RETURNING ${columns}
    ), recorded AS (${recordVersion('updated')})
    SELECT * FROM changed`,
};

async function list(url: URL, response: ServerResponse): Promise<void> {
  const { searchParams } = url;
  const limit = Number(searchParams.get('limit') ?? 20);
  const offset = Number(searchParams.get('offset') ?? 0);
  const search = searchParams.get('search');
  const difficulty = searchParams.get('difficulty');
  const statements = search ? bySearch : difficulty ? byLevel : byCategory;
  const filter = [search ?? searchParams.get('category')];
  if (difficulty) filter.push(difficulty);
  const [page, counted] = await Promise.all([
    pool.query({ ...statements.page, values: [...filter, limit + 1, offset] }),
    pool.query({ ...statements.total, values: filter }),
  ]);
  const hasMore = page.rows.length > limit;
  const shown = hasMore ? page.rows.slice(0, limit) : page.rows;
  const last = shown.at(-1);
  const position = search
    ? ['rank', last?.rank, last?.id]
    : ['created_at', last?.created_at, last?.id];
  const cursor = hasMore ? Buffer.from(JSON.stringify(position)).toString('base64url') : null;
  const { total } = counted.rows[0];
  const data = search ? shown.map(({ rank: _rank, ...question }) => question) : shown;
  const body = { data, page: { limit, offset, total, has_more: hasMore, next_cursor: cursor } };
  send(response, 200, body, { Link: links(url, limit, offset, total, hasMore) });
}

function links(url: URL, limit: number, offset: number, total: number, hasMore: boolean): string {
  const link = (rel: string, to: number) => {
    const search = new URLSearchParams(url.search);
    if (to === 0) search.delete('offset');
    else search.set('offset', String(to));
    return `<${url.pathname}?${search}>; rel="${rel}"`;
  };
  const all = [link('first', 0)];
  if (offset > 0) all.push(link('prev', Math.max(0, offset - limit)));
  if (hasMore) all.push(link('next', offset + limit));
  all.push(link('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit));
  return all.join(', ');
}

async function one(id: string, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({ ...oneQuestion, values: [id] });
  sendQuestion(response, 200, rows[0]);
}

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const input = JSON.parse(await readText(request));
  const values = [changedBy, uuidv7(), ...contentOf(input)];
  values[4] ??= [];
  const { rows } = await pool.query({ ...createOne, values });
  sendQuestion(response, 201, rows[0], { Location: `/questions/${rows[0].id}` });
}

async function update(id: string, request: IncomingMessage, response: ServerResponse) {
  const input = JSON.parse(await readText(request));
  const version = Number(request.headers['if-match']?.slice(1, -1));
  const { rows } = await pool.query({
    ...updateOne,
    values: [changedBy, id, version, ...contentOf(input)],
  });
  if (rows.length === 0) send(response, 412, {});
  else sendQuestion(response, 200, rows[0]);
}

async function graphql(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { variables } = JSON.parse(await readText(request));
  const { category, difficulty, first, offset } = variables;
  const values = [categoryNames[category], levels.indexOf(difficulty), first, offset];
  const { rows } = await pool.query({ ...graphqlPage, values });
  send(response, 200, { data: { questions: { nodes: rows } } });
}

const levels = ['BASIC', 'INTERMEDIATE', 'ADVANCED'];
const categoryNames: Record<string, string> = {
  GENERAL_KNOWLEDGE: 'General Knowledge',
  SCIENCE: 'Science',
  LITERATURE: 'Literature',
  GEOGRAPHY: 'Geography',
  ASTRONOMY: 'Astronomy',
  MATHEMATICS: 'Mathematics',
};

function contentOf(input: Record<string, unknown>): unknown[] {
  const { question_text, correct_answer, incorrect_answers, category } = input;
  const { difficulty, topic_focus, source, external_id } = input;
  return [
    question_text,
    correct_answer,
    incorrect_answers,
    category,
    difficulty,
    topic_focus,
    source,
    external_id,
  ];
}

function sendQuestion(
  response: ServerResponse,
  status: number,
  question: { version: number },
  headers: Record<string, string> = {},
): void {
  send(response, status, question, { ETag: `"${question.version}"`, ...headers });
}

function send(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const id = url.pathname.slice('/questions/'.length);
  if (url.pathname === '/graphql') await graphql(request, response);
  else if (request.method === 'POST') await create(request, response);
  else if (request.method === 'PATCH') await update(id, request, response);
  else if (id) await one(id, response);
  else await list(url, response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, {});
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
