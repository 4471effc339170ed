import type { Database } from '../database.ts';
import { buildCandidateQuery, type QuestionLexemes } from './candidate-query.ts';
import { readWordFrequencies } from './word-frequencies.ts';

export interface Candidate extends Record<string, unknown> {
  readonly id: string;
  readonly questionText: string;
  readonly correctAnswer: string;
  readonly incorrectAnswers: string[];
}

interface Draft {
  readonly questionText: string;
  readonly correctAnswer: string | undefined;
}

const maxCandidates = 24;
/** Texts that are longer ask something else, or tell a story besides. */
const maxTimesLonger = 3;
const margin = 40;
/** Matches that are ranked; a text of a few frequent words may match more. */
const maxRanked = 600;

/**
 * Lexemes as the search index has them: stems without stop words, or all words of a text that has
 * nothing else.
 */
const lexemes = `
  SELECT tsvector_to_array(CASE WHEN length(stem) > 0 THEN stem ELSE to_tsvector('simple', $1) END) AS stem,
         tsvector_to_array(CASE WHEN length(answer) > 0 THEN answer ELSE to_tsvector('simple', $2) END) AS answer
  FROM (SELECT to_tsvector('english', $1) AS stem, to_tsvector('english', $2) AS answer) AS texts`;

const candidates = `
  SELECT q.id, q.question_text AS "questionText", q.correct_answer AS "correctAnswer",
         q.incorrect_answers AS "incorrectAnswers"
  FROM (
    SELECT * FROM questions
    WHERE search_vector @@ $1::tsquery AND id IS DISTINCT FROM $3::uuid
      AND octet_length(question_text) BETWEEN $4 AND $5
    LIMIT ${maxRanked}
  ) AS q
  ORDER BY ts_rank(q.search_vector, $2::tsquery, 1) DESC, q.id
  LIMIT ${maxCandidates}`;

/**
 * The questions of the bank that share the most words with this one. Uses the index of the full-text
 * search, which PostgreSQL keeps current whichever way questions change, and reads a bounded part of it.
 */
export async function findCandidates(
  database: Database,
  { questionText, correctAnswer }: Draft,
  except: string | null,
): Promise<Candidate[]> {
  const [frequencies, [found]] = await Promise.all([
    readWordFrequencies(database),
    database.query<QuestionLexemes & Record<string, unknown>>({
      text: lexemes,
      values: [questionText, correctAnswer ?? ''],
    }),
  ]);
  const query = found && buildCandidateQuery(found, frequencies);
  if (!query) return [];
  const length = Buffer.byteLength(questionText);
  const values = [
    query.matches,
    query.ranks,
    except,
    Math.floor(length / maxTimesLonger) - margin,
    length * maxTimesLonger + margin,
  ];
  return database.query<Candidate>({ text: candidates, values });
}
