import type pg from 'pg';
import type { LoadRequest } from '../http-load.ts';

/** What is asked of a server: the n-th request of an endless sequence, the same one for each server. */
export interface Work {
  readonly name: string;
  /** `writer` tells servers apart that must not write the same rows. */
  readonly request: (n: number, writer: number) => LoadRequest;
}

export interface BankFacts {
  readonly ids: readonly string[];
  /** Words that about 20 questions contain. */
  readonly words: readonly string[];
}

/** The ids in random order, and words to search for. */
export async function readBankFacts(client: pg.Client): Promise<BankFacts> {
  const { rows: ids } = await client.query('SELECT id FROM questions ORDER BY md5(id::text)');
  const { rows: words } = await client.query(
    `SELECT word FROM ts_stat('SELECT search_vector FROM questions')
     WHERE ndoc BETWEEN 20 AND 40 AND word ~ '^[a-z]+[aou]$' ORDER BY word LIMIT 2000`,
  );
  return { ids: ids.map(({ id }) => id), words: words.map(({ word }) => word) };
}

const levels = ['BASIC', 'INTERMEDIATE', 'ADVANCED'];
const categories = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science'];

/** Lists that differ in category, level and offset; the first 15 are first pages. */
function listAt(n: number): { category: string; difficulty: number; offset: number } {
  return {
    category: categories[n % 5] ?? '',
    difficulty: Math.floor(n / 5) % 3,
    offset: Math.floor(n / 15),
  };
}

function restList(n: number): LoadRequest {
  const { category, difficulty, offset } = listAt(n);
  return {
    path: `/questions?category=${category}&difficulty=${difficulty}&limit=20${offset === 0 ? '' : `&offset=${offset}`}`,
  };
}

const graphqlDocument = `query ($category: Category!, $difficulty: Difficulty!, $first: Int!, $offset: Int!) {
  questions(filter: { category: [$category], difficulty: [$difficulty] }, first: $first, offset: $offset) {
    nodes { id questionText correctAnswer category difficulty topicFocus createdAt updatedAt }
  }
}`;

function graphqlList(n: number): LoadRequest {
  const { category, difficulty, offset } = listAt(n);
  const variables = {
    category: category.toUpperCase(),
    difficulty: levels[difficulty],
    first: 20,
    offset,
  };
  const body = JSON.stringify({ query: graphqlDocument, variables });
  return { method: 'POST', path: '/graphql', body };
}

function newQuestion(n: number): string {
  return JSON.stringify({
    question_text: `Which number comes after ${n}, and which one after that?`,
    correct_answer: `${n + 1} and ${n + 2}`,
    incorrect_answers: [`${n} and ${n + 1}`, `${n + 2} and ${n + 3}`, 'None'],
    category: 'Mathematics',
    difficulty: n % 3,
    topic_focus: 'Counting',
  });
}

/** The works of the table, by name. */
export function listWorks({ ids, words }: BankFacts) {
  const one = (id: string | undefined): LoadRequest => ({ path: `/questions/${id}` });
  const word = (n: number) => words[n % words.length];
  const works = {
    listRepeated: () => restList(0),
    listFresh: restList,
    graphqlRepeated: () => graphqlList(0),
    graphqlFresh: graphqlList,
    oneRepeated: () => one(ids[0]),
    oneOf100: (n: number) => one(ids[n % 100]),
    oneFresh: (n: number) => one(ids[100 + n]),
    deepOffset: (n: number) => ({
      path: `/questions?category=${categories[n % 5]}&limit=20&offset=${5000 + Math.floor(n / 5)}`,
    }),
    search: (n: number) => ({
      path: `/questions?search=${word(n)}+or+${word(n + 1 + Math.floor(n / words.length))}&limit=20`,
    }),
    create: (n: number) => ({ method: 'POST', path: '/questions', body: newQuestion(n) }),
    createWithKey: (n: number) => ({
      method: 'POST',
      path: '/questions',
      body: newQuestion(n),
      headers: { 'idempotency-key': `bench-${n}` },
    }),
    update: (n: number, writer: number) => ({
      method: 'PATCH',
      path: `/questions/${ids[ids.length - 1 - (2 * n + writer)]}`,
      body: newQuestion(n),
      headers: { 'if-match': '"1"' },
    }),
  } satisfies Record<string, Work['request']>;
  return works;
}

export type WorkName = keyof ReturnType<typeof listWorks>;
