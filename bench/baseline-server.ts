/** The baseline: GET /questions written with node:http and pg alone, without validation. */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });

const columns = `id, question_text, correct_answer, incorrect_answers, category, difficulty, topic_focus,
  source, external_id, version, created_at, updated_at`;

const byOffset = {
  name: 'by-offset',
  text: `SELECT ${columns} FROM questions ORDER BY created_at, id LIMIT $1 OFFSET $2`,
};
const byCursor = {
  name: 'by-cursor',
  text: `SELECT ${columns} FROM questions WHERE (created_at, id) > ($2::timestamptz, $3::uuid)
    ORDER BY created_at, id LIMIT $1`,
};
const byCategory = {
  name: 'by-category',
  text: `SELECT ${columns} FROM questions WHERE category = $3 AND difficulty = $4
    ORDER BY created_at, id LIMIT $1 OFFSET $2`,
};
const bySearch = {
  name: 'by-search',
  text: `SELECT ${columns} FROM questions, websearch_to_tsquery('english', $2) AS query
    WHERE search_vector @@ query ORDER BY ts_rank(search_vector, query) DESC, id LIMIT $1`,
};
const countAll = { name: 'count-all', text: 'SELECT count(*)::int AS total FROM questions' };
const countCategory = {
  name: 'count-category',
  text: 'SELECT count(*)::int AS total FROM questions WHERE category = $1 AND difficulty = $2',
};
const countSearch = {
  name: 'count-search',
  text: `SELECT count(*)::int AS total FROM questions WHERE search_vector @@ websearch_to_tsquery('english', $1)`,
};

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const limit = Number(searchParams.get('limit') ?? 20);
  const offset = Number(searchParams.get('offset') ?? 0);
  const cursor = searchParams.get('cursor');
  const search = searchParams.get('search');
  const category = searchParams.get('category');
  const difficulty = searchParams.get('difficulty');
  const page = search
    ? pool.query({ ...bySearch, values: [limit + 1, search] })
    : cursor
      ? pool.query({ ...byCursor, values: [limit + 1, ...JSON.parse(cursor)] })
      : category
        ? pool.query({ ...byCategory, values: [limit + 1, offset, category, difficulty] })
        : pool.query({ ...byOffset, values: [limit + 1, offset] });
  const count = search
    ? pool.query({ ...countSearch, values: [search] })
    : category
      ? pool.query({ ...countCategory, values: [category, difficulty] })
      : pool.query({ ...countAll, values: [] });
  const [{ rows }, { rows: counted }] = await Promise.all([page, count]);
  const data = rows.slice(0, limit);
  const body = JSON.stringify({
    data,
    page: { limit, offset, total: counted[0].total, has_more: rows.length > limit },
  });
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
