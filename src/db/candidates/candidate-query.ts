import type { WordFrequencies } from './word-frequencies.ts';

/** The lexemes of a question, as the index has them. */
export interface QuestionLexemes {
  readonly stem: readonly string[];
  readonly answer: readonly string[];
}

/** Two tsqueries: which questions may be alike, and by which words they are ranked. */
export interface CandidateQuery {
  readonly matches: string;
  readonly ranks: string;
}

/** Index entries that a search may read: about 0.4 µs each. */
const maxEntries = 4000;
/** Questions that a combination of words is expected to match at most; more are no candidates but a topic. */
const maxExpected = 60;
/** Words of one text occur together more often than by chance. */
const togetherness = 8;
/** Questions that a single word may match, if the answer is searched for as well. */
const maxAlone = 400;
const maxStemWords = 7;
const maxAnswerWords = 4;

interface CountedWord {
  readonly lexeme: string;
  readonly count: number;
}

/**
 * Selects questions that share a combination of words that few others have: rare words in pairs,
 * frequent ones in threes or more, or the whole answer with one of the words. A combination is found
 * by the rarest of its words, its anchor, so that the entries of the anchors bound the work.
 */
export function buildCandidateQuery(
  { stem, answer }: QuestionLexemes,
  frequencies: WordFrequencies,
): CandidateQuery | undefined {
  const words = rarestFirst(stem, frequencies).slice(0, maxStemWords);
  const answers = rarestFirst(answer, frequencies).slice(0, maxAnswerWords);
  const total = Math.max(1, frequencies.questions);
  const entries = createBudget(maxEntries);
  const [rarestAnswer] = answers;
  const combinations: string[] = [];
  if (rarestAnswer && entries.take(rarestAnswer.count)) {
    const partners = partnersOf(answers, words, total);
    if (partners.length > 0 || words.length === 0)
      combinations.push(all([...answers.map(quoted), ...any(partners.map(quoted))]));
  }
  const ofStem: string[] = [];
  for (const [index, anchor] of words.entries()) {
    if (!entries.take(anchor.count)) break;
    ofStem.push(...combine([anchor], words.slice(index + 1), total));
  }
  // Too frequent words, or a single one: they have to occur all together.
  const [rarest] = words;
  if (
    ofStem.length === 0 &&
    rarest &&
    rarest.count <= (combinations.length > 0 ? maxAlone : 2 * maxEntries)
  )
    ofStem.push(all(words.map(quoted)));
  combinations.push(...ofStem);
  if (combinations.length === 0) return undefined;
  return {
    matches: any(combinations).join(''),
    ranks: [...words, ...answers].map(quoted).join(' | '),
  };
}

/** The words that make the given ones rare enough; where none does alone, several of them. */
function combine(
  given: readonly CountedWord[],
  others: readonly CountedWord[],
  total: number,
): string[] {
  const partners = partnersOf(given, others, total);
  if (partners.length > 0) return [all([...given.map(quoted), ...any(partners.map(quoted))])];
  const [next, ...rest] = others;
  return next && rest.length > 0 ? combine([...given, next], rest, total) : [];
}

function partnersOf(
  given: readonly CountedWord[],
  others: readonly CountedWord[],
  total: number,
): readonly CountedWord[] {
  const expected = given.reduce(
    (product, { count }, index) =>
      index === 0 ? count : product * Math.min(1, (togetherness * count) / total),
    1,
  );
  return others.filter(
    ({ count }) => expected * Math.min(1, (togetherness * count) / total) <= maxExpected,
  );
}

function rarestFirst(
  lexemes: readonly string[],
  { countOf }: WordFrequencies,
): readonly CountedWord[] {
  return lexemes
    .map((lexeme) => ({ lexeme, count: countOf(lexeme) }))
    .sort((one, other) => one.count - other.count);
}

function createBudget(limit: number) {
  let spent = 0;
  return {
    take(count: number): boolean {
      if (spent + count > limit) return false;
      spent += count;
      return true;
    },
  };
}

function quoted({ lexeme }: CountedWord): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function all(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' & ')})`;
}

/** One term, or none. */
function any(terms: readonly string[]): string[] {
  if (terms.length <= 1) return [...terms];
  return [`(${terms.join(' | ')})`];
}
