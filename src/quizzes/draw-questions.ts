import type { Database } from '../db/database.ts';
import type { StoredQuestion } from '../db/question-columns.ts';
import type { Draw, Progress, StoredQuizSession } from '../db/quiz-sessions.ts';
import { CandidateWalk, walkEnd } from './candidate-walk.ts';
import { choosePurpose, criteriaOf, free, quotasOf, withoutFull } from './draw-plan.ts';

export interface Drawn {
  readonly questions: readonly StoredQuestion[];
  readonly draws: readonly Draw[];
  readonly next: Progress;
}

/** The next draw goes on where this one stopped: no request goes through a whole bank. */
const maxPassedOver = 5000;

/**
 * Chooses the next questions of a session. Each is the next one in the random order of its purpose that has
 * not been drawn and exceeds no quota. What is passed over stays out: a question that is drawn is not drawn
 * again, and a quota that is full remains so. So the questions follow from the seed and the bank, however many
 * are drawn at a time.
 */
export async function chooseDraws(
  database: Database,
  session: StoredQuizSession & { readonly drawnIds: readonly string[] },
  count: number,
): Promise<Drawn> {
  const { seed, criteria, quotas, length, cursors } = session;
  const taken = new Set(session.drawnIds);
  const counts = [...session.quotaCounts];
  const isFull = (quota: number) =>
    (counts[quota] ?? 0) >= (quotas[quota]?.max ?? Number.POSITIVE_INFINITY);
  const full = quotas.filter((_, quota) => isFull(quota));
  const walks = [free, ...quotas.keys()].map((purpose, index) => {
    const wanted = withoutFull(criteriaOf(criteria, quotas[purpose]), full);
    return new CandidateWalk(database, wanted, seed, cursors[index] ?? '', count);
  });
  const walkFor = (purpose: number) => walks[purpose + 1] as CandidateWalk;
  const lackingOf = ({ min = 0 }, quota: number) =>
    walkFor(quota).cursor === walkEnd ? 0 : Math.max(0, min - (counts[quota] ?? 0));
  const questions: StoredQuestion[] = [];
  const draws: Draw[] = [];
  let { position } = session;
  let passedOver = 0;
  while (position < length && questions.length < count && passedOver < maxPassedOver) {
    const purpose = choosePurpose(seed, position, length - position, quotas.map(lackingOf));
    const candidate = await walkFor(purpose).next();
    if (!candidate) {
      // The end of all candidates is that of every quota too.
      if (purpose === free) position = length;
      continue;
    }
    const matched = quotasOf(quotas, candidate.id, candidate);
    if (taken.has(candidate.id) || matched.some((isOne, quota) => isOne && isFull(quota))) {
      passedOver += 1;
      continue;
    }
    taken.add(candidate.id);
    for (const [quota, isOne] of matched.entries()) {
      if (isOne) counts[quota] = (counts[quota] ?? 0) + 1;
    }
    questions.push(candidate);
    draws.push({ position, questionId: candidate.id, version: candidate.version });
    position += 1;
  }
  const next = { position, quotaCounts: counts, cursors: walks.map(({ cursor }) => cursor) };
  return { questions, draws, next };
}
