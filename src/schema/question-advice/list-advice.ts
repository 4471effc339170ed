import { type Advice, adviceOnFault } from '../../analyses/advice/advice.ts';
import { type DraftTexts, readDraftTexts } from '../../analyses/advice/draft-texts.ts';
import { adviseOnDuplicates } from '../../analyses/advice/duplicate-advice.ts';
import { adviseOnQuality } from '../../analyses/advice/quality-advice.ts';
import { findCandidates } from '../../db/candidates/find-candidates.ts';
import { findQuestion } from '../../db/question-read.ts';
import { isSourceKeyTaken } from '../../db/source-key.ts';
import { contentOf, type QuestionField } from '../../domain/question-content.ts';
import { type NewQuestion, newQuestion } from '../../domain/question-input.ts';
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
  const texts = readDraftTexts(fields, examined.faults);
  const [taken, duplicates, quality] = await Promise.all([
    'value' in examined ? findTakenSourceKey(context, examined.value, id) : [],
    findDuplicates(context, texts, id),
    checkQuality(context, texts),
  ]);
  return [...examined.faults.map(adviceOnFault), ...taken, ...duplicates, ...quality];
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
  { questionText, correctAnswer, choices }: DraftTexts,
  id: string | null,
): Promise<Advice[]> {
  if (questionText === undefined) return [];
  const incorrectAnswers = choices.map(({ text }) => text);
  const draft = { questionText, correctAnswer, incorrectAnswers };
  const candidates = await findCandidates(database, draft, id);
  return runWithPauses(adviseOnDuplicates(draft, candidates), pause);
}

async function checkQuality({ spelling, pause }: Context, texts: DraftTexts): Promise<Advice[]> {
  return runWithPauses(adviseOnQuality(texts, await spelling()), pause);
}
