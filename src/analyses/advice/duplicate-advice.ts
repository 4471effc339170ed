import { cutText } from '../../domain/text.ts';
import { compareText } from '../kit/figures.ts';
import { compareRead, type PairJudgement } from '../kit/pairs/compare-pair.ts';
import { type ComparableQuestion, readQuestion } from '../kit/pairs/read-question.ts';
import { isKeyRejected } from '../kit/pairs/rejected-keys.ts';
import type { Advice } from './advice.ts';
import { pickLikely } from './pick-likely.ts';
import { undoSlips } from './undo-slips.ts';

/** A question as it is being written: the answer may be missing. */
export interface ComparedDraft {
  readonly questionText: string;
  readonly correctAnswer: string | undefined;
  readonly incorrectAnswers?: readonly string[];
}

export interface StoredCandidate extends ComparableQuestion {
  readonly id: string;
  readonly incorrectAnswers?: readonly string[];
}

/** Candidates that are compared thoroughly, and their characters: about 2 µs each. */
const judged = { candidates: 8, characters: 2000 };
const maxDuplicates = 10;
const maxShown = 200;

/** Embeddings take too long for advice. Of questions that share most of their words, nearly all are as similar as that. */
const assumedCosine = 0.7;

/** The candidates that ask the same, most relevant first. Yields between its steps. */
export function* adviseOnDuplicates(
  draft: ComparedDraft,
  candidates: readonly StoredCandidate[],
): Generator<void, Advice[]> {
  const judge = createJudge(draft);
  const found: FoundDuplicate[] = [];
  for (const candidate of pickLikely(draft.questionText, candidates, judged)) {
    yield;
    const judgement = judge(candidate);
    const rule = ruleOf(judgement);
    const isCertain = !judgement.reasons.includes('similar_meaning');
    if (rule) found.push({ candidate, rule, isCertain, likeness: judgement.likeness });
  }
  return found
    .sort(
      (one, other) =>
        rules.indexOf(one.rule) - rules.indexOf(other.rule) ||
        other.likeness - one.likeness ||
        compareText(one.candidate.id, other.candidate.id),
    )
    .slice(0, maxDuplicates)
    .map(({ candidate, rule, isCertain }) => ({
      kind: 'duplicate',
      rule,
      severity: 'warning',
      questionId: candidate.id,
      message: messages[rule](
        quote(candidate.questionText),
        quote(candidate.correctAnswer),
        isCertain,
      ),
    }));
}

interface FoundDuplicate {
  readonly candidate: StoredCandidate;
  readonly rule: DuplicateRule;
  /** Whether both say the same, not only much the same. */
  readonly isCertain: boolean;
  readonly likeness: number;
}

const rules = ['exact', 'answer_conflict', 'near', 'paraphrase'] as const;

type DuplicateRule = (typeof rules)[number];

type Message = (question: string, answer: string, isCertain: boolean) => string;

const messages: Record<DuplicateRule, Message> = {
  exact: (question, answer) =>
    `The bank has this question already: ${question}, answered ${answer}.`,
  near: (question, answer) =>
    `The bank has nearly the same question already: ${question}, answered ${answer}.`,
  paraphrase: (question, answer) =>
    `The bank has this question in other words already: ${question}, answered ${answer}.`,
  answer_conflict: (question, answer, isCertain) =>
    `The bank ${isCertain ? 'has' : 'seems to have'} the same question with another answer: ${question}, answered ${answer}. Check which one is right.`,
};

function createJudge(draft: ComparedDraft): (candidate: StoredCandidate) => PairJudgement {
  const asGiven =
    draft.correctAnswer === undefined
      ? undefined
      : readQuestion({ ...draft, correctAnswer: draft.correctAnswer });
  return (candidate) => {
    const stored = readQuestion(candidate);
    const questionText = undoSlips(draft.questionText, candidate.questionText);
    // Until an answer is given, the questions alone are compared.
    const { correctAnswer = candidate.correctAnswer } = draft;
    const read =
      asGiven && questionText === draft.questionText
        ? asGiven
        : readQuestion({ questionText, correctAnswer });
    const isRejected = (isWholly?: boolean) =>
      isKeyRejected(
        { answer: read.answer, choices: comparable(draft.incorrectAnswers) },
        { answer: stored.answer, choices: comparable(candidate.incorrectAnswers) },
        isWholly,
      );
    return compareRead(read, stored, { isRejected, cosine: assumedCosine, isAssumed: true });
  };
}

/** Wrong choices that are compared with a key. */
const maxChoices = 8;

function comparable(choices: readonly string[] = []): readonly string[] {
  return choices.slice(0, maxChoices).filter(({ length }) => length <= maxShown);
}

/** Questions from one template are not duplicates. */
function ruleOf({ kind, reasons }: PairJudgement): DuplicateRule | undefined {
  switch (kind) {
    case 'same':
      return reasons.includes('same_words') ? 'exact' : 'near';
    case 'paraphrase':
    case 'answer_conflict':
      return kind;
    default:
      return undefined;
  }
}

function quote(text: string): string {
  const cut = cutText(text, maxShown);
  return `"${cut === text ? text : `${cut}…`}"`;
}
