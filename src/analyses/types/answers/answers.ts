import { foldAnswer } from '../../../domain/question.ts';
import { countCharacters, cutText } from '../../../domain/text.ts';
import { type AnalysisType, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { type AnswerKind, kindOfAnswer } from '../../kit/answers/answer-kind.ts';
import { compareText, figure, shareOf } from '../../kit/figures.ts';
import { createTextIndex } from '../../kit/text/text-index.ts';
import { countWords, readWords } from '../../kit/text/words.ts';
import { createBiasTally, minQuestionsForBias } from './choice-bias.ts';
import { answersReport } from './report.ts';
import {
  type AnswersParameters,
  type AnswersResult,
  answersParameters,
  answersResult,
} from './schema.ts';

const maxRepeatedListed = 1000;
const maxAnswerLength = 200;

/** `max_repetition` is meant for so many questions; in larger banks it grows with them. */
const repetitionBasis = 500;
const allowanceForNumbers = 5;

interface AnswerRecord {
  readonly id: string;
  readonly kind: AnswerKind;
  readonly characters: number;
  readonly words: number;
  readonly answer: number;
  readonly asStem: number;
}

export const answers: AnalysisType<AnswersParameters, AnswersResult> = {
  name: 'answers',
  title: 'Answers',
  description:
    'What do the answers give away? Classifies answers by type and length, and finds answers that ' +
    'are repeated too often, that equal the text of another question, or that stand out among ' +
    'their choices by position or length.',
  engineVersion: 4,
  parameters: answersParameters,
  result: answersResult,
  report: answersReport,

  async run(questions, { items, max_repetition }, control) {
    const [spellings, stems] = [createTextIndex(), createTextIndex()];
    const stemOwners = new Map<number, string | null>();
    const records: AnswerRecord[] = [];
    const bias = createBiasTally();
    let [trues, withChoices] = [0, 0];
    const evaluated = await visitQuestions(questions, control, (question) => {
      const { id, questionText, correctAnswer, incorrectAnswers } = question;
      const kind = kindOfAnswer(correctAnswer, questionText);
      if (kind === 'boolean' && /^(?:true|yes)/i.test(correctAnswer)) trues += 1;
      if (incorrectAnswers.length > 0) withChoices += 1;
      const stem = stems.add(foldWords(questionText));
      stemOwners.set(stem, stemOwners.has(stem) ? null : id);
      if (kind !== 'boolean') bias.add(question);
      records.push({
        id,
        kind,
        characters: countCharacters(correctAnswer),
        words: countWords(correctAnswer),
        answer: spellings.add(foldAnswer(correctAnswer), cutText(correctAnswer, maxAnswerLength)),
        asStem: stems.hash(foldWords(correctAnswer)),
      });
    });

    // Answers without letters or digits (∞, 👍) all fold to the empty text.
    const emptyText = stems.hash('');
    const limitOf = createRepetitionLimit(max_repetition, evaluated);
    const isRepeated = ({ kind, answer }: AnswerRecord) => spellings.count(answer) > limitOf(kind);
    const isStem = ({ id, asStem }: AnswerRecord) =>
      asStem !== emptyText && stemOwners.has(asStem) && stemOwners.get(asStem) !== id;
    const flagged = records.filter((record) => isRepeated(record) || isStem(record)).length;
    const repeated = new Set(records.filter(isRepeated).map(({ answer }) => answer));
    const booleans = records.filter(({ kind }) => kind === 'boolean').length;
    const { positions, length } = bias.read();
    return {
      summary: {
        ...summarize(evaluated, flagged),
        distinct_answers: spellings.size(),
        repeated_answers: repeated.size,
        allowed_repetition: limitOf('name'),
        true_share: shareOf(trues, booleans),
        with_choices: withChoices,
      },
      types: countKinds(records),
      lengths:
        evaluated === 0
          ? null
          : {
              characters: measure(records.map(({ characters }) => characters)),
              words: measure(records.map(({ words }) => words)),
            },
      repeated: [...repeated]
        .map((each) => ({ answer: spellings.spelling(each), count: spellings.count(each) }))
        .sort((one, other) => other.count - one.count || compareText(one.answer, other.answer))
        .slice(0, maxRepeatedListed),
      position_bias: positions,
      length_bias: length,
      items: sortItems(
        records.flatMap((record) => {
          const [isOftenRepeated, asStem] = [isRepeated(record), isStem(record)];
          if (!keepsItem(items, isOftenRepeated || asStem)) return [];
          const repetition = spellings.count(record.answer);
          return {
            question_id: record.id,
            flagged: isOftenRepeated || asStem,
            score: asStem ? 0 : isOftenRepeated ? figure(limitOf(record.kind) / repetition) : 1,
            reasons: [...(asStem ? ['is_question'] : []), ...(isOftenRepeated ? ['repeated'] : [])],
            type: record.kind,
            length: record.characters,
            repetition,
          };
        }),
      ),
      warnings: listWarnings(evaluated, withChoices),
    };
  },
};

/**
 * How often an answer may occur, by its type. One that a fixed number of questions share gives
 * nothing away in a large bank, and small numbers answer much.
 */
function createRepetitionLimit(maxRepetition: number, questions: number) {
  const limit = Math.floor(maxRepetition * Math.max(1, questions / repetitionBasis));
  return (kind: AnswerKind): number => {
    if (kind === 'boolean') return Number.POSITIVE_INFINITY;
    return kind === 'number' ? limit * allowanceForNumbers : limit;
  };
}

function foldWords(text: string): string {
  return readWords(text)
    .map(({ folded }) => folded)
    .join(' ');
}

function countKinds(records: readonly AnswerRecord[]): AnswersResult['types'] {
  const counts = new Map<AnswerKind, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count, share: figure(count / records.length) }))
    .sort((one, other) => other.count - one.count || compareText(one.type, other.type));
}

function measure(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return {
    min: sorted.at(0) ?? 0,
    median: ((sorted.at(low) ?? 0) + (sorted.at(high) ?? 0)) / 2,
    mean: figure(sorted.reduce((sum, value) => sum + value, 0) / sorted.length),
    max: sorted.at(-1) ?? 0,
  };
}

function listWarnings(evaluated: number, withChoices: number): Warning[] {
  if (evaluated < 2) return [tooFewQuestions('Comparing answers needs at least two questions.')];
  if (withChoices === 0) {
    return [{ code: 'no_choices', detail: 'No question has choices, so bias cannot be measured.' }];
  }
  return withChoices < minQuestionsForBias
    ? [
        tooFewQuestions(
          `Measuring bias needs ${minQuestionsForBias} questions with choices; found ${withChoices}.`,
        ),
      ]
    : [];
}
