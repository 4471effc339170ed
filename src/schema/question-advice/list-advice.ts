import { type Advice, adviceOnFault } from '../../analyses/advice/advice.ts';
import { adviseOnDuplicates } from '../../analyses/advice/duplicate-advice.ts';
import { adviseOnQuality } from '../../analyses/advice/quality-advice.ts';
import { findCandidates } from '../../db/candidates/find-candidates.ts';
import { findQuestion } from '../../db/question-read.ts';
import { isSourceKeyTaken } from '../../db/source-key.ts';
import type { Fault } from '../../domain/errors.ts';
import { contentOf, type QuestionField } from '../../domain/question-content.ts';
import { type NewQuestion, newQuestion, questionRules } from '../../domain/question-input.ts';
import { examine, runWithPauses } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Context } from '../context.ts';

type Fields = Partial<Record<QuestionField, unknown>>;

/** All advice on a new question, or on the changes of a stored one; undefined if there is none with this id. */
export async function listAdvice(
  context: Context,
  id: string | null,
  given: Fields,
): Promise<Advice[] | undefined> {
  const stored = id !== null && isUuid(id) ? await findQuestion(context, id) : undefined;
  if (id !== null && !stored) return undefined;
  const fields: Fields = { ...(stored && contentOf(stored)), ...given };
  const examined = examine(newQuestion, fields);
  const texts = readTexts(fields, examined.faults);
  const [taken, duplicates, quality] = await Promise.all([
    'value' in examined ? findTakenSourceKey(context, examined.value, id) : [],
    findDuplicates(context, texts, id),
    checkQuality(context, texts),
  ]);
  return [...examined.faults.map(adviceOnFault), ...taken, ...duplicates, ...quality];
}

type Texts = Partial<Pick<NewQuestion, 'questionText' | 'correctAnswer' | 'incorrectAnswers'>>;

/** The texts that break no rule. */
function readTexts(fields: Fields, faults: readonly Fault[]): Texts {
  // Faults that are only counted may concern any field.
  if (faults.some(({ more }) => more !== undefined)) return {};
  const isValid = (field: QuestionField) => faults.every(({ path }) => path[0] !== field);
  const { questionText, correctAnswer, incorrectAnswers } = questionRules;
  return {
    ...(isValid('questionText') && { questionText: questionText.parse(fields.questionText) }),
    ...(isValid('correctAnswer') && { correctAnswer: correctAnswer.parse(fields.correctAnswer) }),
    ...(isValid('incorrectAnswers') && {
      incorrectAnswers: incorrectAnswers.parse(fields.incorrectAnswers ?? []),
    }),
  };
}

async function findTakenSourceKey(
  { database }: Context,
  question: NewQuestion,
  id: string | null,
): Promise<Advice[]> {
  if (!(await isSourceKeyTaken(database, question, id))) return [];
  const detail = 'Another question has this source and external id.';
  return [adviceOnFault({ path: ['externalId'], code: 'taken', detail })];
}

async function findDuplicates(
  { database, pause }: Context,
  { questionText, correctAnswer, incorrectAnswers = [] }: Texts,
  id: string | null,
): Promise<Advice[]> {
  if (questionText === undefined) return [];
  const draft = { questionText, correctAnswer, incorrectAnswers };
  const candidates = await findCandidates(database, draft, id);
  return runWithPauses(adviseOnDuplicates(draft, candidates), pause);
}

/** The rules compare the texts with each other, so that all of them are needed. */
async function checkQuality(
  { spelling, pause }: Context,
  { questionText, correctAnswer, incorrectAnswers }: Texts,
): Promise<Advice[]> {
  if (questionText === undefined || correctAnswer === undefined) return [];
  if (incorrectAnswers === undefined) return [];
  const texts = { questionText, correctAnswer, incorrectAnswers };
  return runWithPauses(adviseOnQuality(texts, await spelling()), pause);
}
