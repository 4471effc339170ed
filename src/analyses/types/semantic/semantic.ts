import { assertQuestionCount } from '../../analysis-failure.ts';
import {
  type AnalysisControl,
  type AnalysisType,
  type QuestionPages,
  subProgress,
  visitQuestions,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { compareText, figure, roundShare } from '../../kit/figures.ts';
import { type AnswerForms, isSameAnswer, readAnswer } from '../../kit/pairs/answer-forms.ts';
import { createBestPairs } from './best-pairs.ts';
import { embedTexts, maxDimensions } from './embed-questions.ts';
import { visitNearPairs } from './near-pairs.ts';
import { createNearest } from './nearest.ts';
import { semanticReport } from './report.ts';
import {
  type SemanticParameters,
  type SemanticResult,
  semanticParameters,
  semanticResult,
} from './schema.ts';
import type { VectorTable } from './vector-table.ts';

/** All pairs are compared, which is quadratic. */
const maxQuestions = 20_000;

export const semantic: AnalysisType<SemanticParameters, SemanticResult> = {
  name: 'semantic',
  title: 'Meaning',
  description:
    'Which questions have the same meaning in different words? Compares the embeddings of the ' +
    `question texts, every pair of up to ${maxQuestions.toLocaleString('en')} questions, and lists similar pairs and nearest ` +
    'neighbors. Embeddings come from EMBEDDINGS_URL, or else from a bundled English model.',
  engineVersion: 6,
  parameters: semanticParameters,
  result: semanticResult,
  report: semanticReport,
  maxQuestions,
  bytesPerQuestion: maxDimensions * Float32Array.BYTES_PER_ELEMENT,
  embeddings: 'needs',
  bundledModel: 'sentences',

  async run(pages, parameters, control) {
    const { embed } = control;
    if (!embed) throw new Error('The semantic analysis needs embeddings.');
    const questions = await readQuestions(pages, subProgress(control, 0, 0.05));
    if (questions.length < 2) {
      control.progress(1);
      return emptyResult(questions, parameters);
    }
    const texts = questions.map(({ text }) => text);
    const table = await embedTexts(texts, embed, subProgress(control, 0.05, 0.6));
    const result = compare(questions, table, parameters, subProgress(control, 0.6, 1));
    control.progress(1);
    return result;
  },
};

interface ReadQuestion {
  readonly id: string;
  readonly text: string;
  readonly answer: string;
}

/** Sorted by id, so that the result does not depend on the order of reading. */
async function readQuestions(
  pages: QuestionPages,
  control: AnalysisControl,
): Promise<ReadQuestion[]> {
  const read: ReadQuestion[] = [];
  await visitQuestions(pages, control, ({ id, questionText, correctAnswer }) => {
    read.push({ id, text: questionText, answer: correctAnswer });
    assertQuestionCount(semantic, read.length);
  });
  return read.sort((one, other) => compareText(one.id, other.id));
}

function emptyResult(questions: ReadQuestion[], { items }: SemanticParameters): SemanticResult {
  return {
    summary: {
      ...summarize(questions.length, 0),
      pairs: 0,
      same_answer_pairs: 0,
      mean_nearest_cosine: null,
      dimensions: null,
    },
    pairs: [],
    items: questions
      .filter(() => keepsItem(items, false))
      .map(({ id }) => ({ question_id: id, ...scoreQuestion(0, 0), neighbours: [] })),
    warnings: [tooFewQuestions('Comparing questions needs at least two.')],
  };
}

function compare(
  questions: readonly ReadQuestion[],
  table: VectorTable,
  { items, threshold, neighbours, max_pairs }: SemanticParameters,
  control: AnalysisControl,
): SemanticResult {
  const answers = createAnswerTable(questions.map(({ answer }) => answer));
  const nearest = createNearest(table.count, items === 'none' ? 1 : neighbours);
  const best = createBestPairs(max_pairs);
  // The highest cosine above the threshold with the same answer and with another answer; 0 if none.
  const [same, different] = [new Float64Array(table.count), new Float64Array(table.count)];
  let [pairs, samePairs] = [0, 0];
  visitNearPairs(table, nearest, threshold, control, (one, other) => {
    const isSameText = questions[one]?.text === questions[other]?.text && !table.isZero(one);
    const cosine = isSameText ? 1 : roundCosine(table.cosine(one, other));
    nearest.offer(one, other, cosine);
    nearest.offer(other, one, cosine);
    if (cosine < threshold) return;
    const isSameAnswer = answers.isSame(one, other);
    pairs += 1;
    if (isSameAnswer) samePairs += 1;
    const nearby = isSameAnswer ? same : different;
    nearby[one] = Math.max(nearby[one] ?? 0, cosine);
    nearby[other] = Math.max(nearby[other] ?? 0, cosine);
    best.offer(one, other, cosine, isSameAnswer);
  });

  const idOf = (row: number) => questions[row]?.id ?? '';
  const scored = questions.map((_, row) => scoreQuestion(same[row] ?? 0, different[row] ?? 0));
  const flagged = scored.filter((each) => each.flagged).length;
  const listed = questions.flatMap(({ id }, row) => {
    const outcome = scored[row] ?? scoreQuestion(0, 0);
    if (!keepsItem(items, outcome.flagged)) return [];
    const near = nearest.listOf(row).map(({ other, cosine }) => ({
      question_id: idOf(other),
      cosine,
      same_answer: answers.isSame(row, other),
    }));
    return { question_id: id, ...outcome, neighbours: near };
  });
  const nearestSum = questions.reduce(
    (sum, _, row) => sum + (nearest.listOf(row)[0]?.cosine ?? 0),
    0,
  );
  return {
    summary: {
      ...summarize(table.count, flagged),
      pairs,
      same_answer_pairs: samePairs,
      mean_nearest_cosine: roundShare(nearestSum / table.count),
      dimensions: table.dimensions,
    },
    pairs: best.read().map(({ one, other, cosine, isSameAnswer }) => ({
      a: idOf(one),
      b: idOf(other),
      cosine,
      same_answer: isSameAnswer,
    })),
    items: sortItems(listed),
    warnings: listWarnings(table, pairs, max_pairs),
  };
}

/**
 * Similar with the same answer is a duplicate; similar with another answer may only share a template
 * ("the capital of France", "of Spain"), so it counts half.
 */
function scoreQuestion(same: number, different: number) {
  const isFlagged = same > 0 || different > 0;
  return {
    flagged: isFlagged,
    score: figure(1 - Math.max(same, different / 2)),
    reasons: [...(different > 0 ? ['near_meaning'] : []), ...(same > 0 ? ['same_meaning'] : [])],
  };
}

/** Vectors are stored in single precision. */
function roundCosine(cosine: number): number {
  return Math.max(-1, Math.min(1, Math.round(cosine * 1e6) / 1e6 || 0));
}

function listWarnings({ zeros }: VectorTable, pairs: number, listed: number): Warning[] {
  const [totalCount, listedCount] = [pairs.toLocaleString('en'), listed.toLocaleString('en')];
  return [
    ...(pairs > listed
      ? [
          {
            code: 'pairs_cut',
            detail: `Only the ${listedCount} most similar of ${totalCount} pairs are listed.`,
          },
        ]
      : []),
    ...(zeros > 0
      ? [
          {
            code: 'zero_vectors',
            detail: `${zeros} questions have a zero vector, which is similar to none.`,
          },
        ]
      : []),
  ];
}

/** Which answers are the same, by the rule of the duplicates analysis. */
function createAnswerTable(answers: readonly string[]) {
  const read = new Map<string, AnswerForms>();
  const formsOf = (row: number): AnswerForms => {
    const answer = answers[row] ?? '';
    const known = read.get(answer) ?? readAnswer(answer);
    read.set(answer, known);
    return known;
  };
  return {
    isSame: (one: number, other: number): boolean => isSameAnswer(formsOf(one), formsOf(other)),
  };
}
