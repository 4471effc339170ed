import { areNumbers } from './answer-kinds.ts';
import type { ContentMatch } from './match-content.ts';
import type { PairEvidence } from './pair-evidence.ts';
import { type Features, readFeatures } from './question-features.ts';
import { best, cautionFor, usualAnswers, weights } from './question-weights.ts';
import type { ReadQuestion } from './read-question.ts';

/** Below it, the sentences say something else, whatever else speaks for them. */
const minCosine = 0.5;

/** The cosine of the keys of two questions that have nothing to do with each other. */
const worstAnswers = 0;

/** How far the words decide whether two questions are one, whatever their answers. */
export interface Grade {
  /** The logarithm of the odds, without the vectors. */
  readonly known: number;
  /** Numbers are alike as texts, whatever they count. */
  readonly areNumbers: boolean;
}

/**
 * Undefined if nothing shows that they are one. Of many questions about one thing, few are the same one:
 * the more share the rarest word that both have, the more it takes.
 */
export function gradeQuestions(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  evidence: PairEvidence,
): Grade | undefined {
  const features = readFeatures(one, other, match);
  if (!features) return undefined;
  const { rivals, questions } = evidence;
  const known = Object.entries(features).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Features] * value,
    weights.bias - cautionFor(questions, rivals?.(match) ?? 1, features.sharedPart),
  );
  const grade = { known: known + weights.rejected, areNumbers: areNumbers(one, other) };
  const { cosine = best.cosine, answerCosine = best.answerCosine } = evidence;
  const reach = { cosine, answerCosine };
  if (!isOne(grade, reach)) return undefined;
  const settled = { ...grade, known: known + weighChoices(evidence) };
  return isOne(settled, reach) ? settled : undefined;
}

/** Who takes another answer for right has mostly thought of the first one as a wrong choice. */
function weighChoices({ isRejected }: PairEvidence): number {
  const isWrong = isRejected?.();
  if (isWrong === undefined) return 0;
  return isWrong ? weights.rejected : weights.unrejected;
}

export function withDoubt(grade: Grade): Grade {
  return { ...grade, known: grade.known + weights.doubt };
}

/** The cosines of the vectors of both texts, and of both answers as far as they are known. */
export interface Cosines {
  readonly cosine?: number;
  readonly answerCosine?: number;
}

export function isOne(
  { known, areNumbers }: Grade,
  { cosine = 0, answerCosine }: Cosines,
): boolean {
  const likeness = areNumbers ? 0 : (answerCosine ?? usualAnswers) - usualAnswers;
  return (
    cosine >= minCosine && known + weights.cosine * cosine + weights.answerCosine * likeness >= 0
  );
}

/** Whether a cosine that is not known could change the result. */
export function isOpen(grade: Grade, { cosine, answerCosine }: Cosines): boolean {
  if (cosine === undefined) return isOne(grade, best);
  if (answerCosine !== undefined) return false;
  const isOneWith = (each: number) => isOne(grade, { cosine, answerCosine: each });
  return isOneWith(best.answerCosine) && !isOneWith(worstAnswers);
}
