import { cutText } from '../../domain/text.ts';
import { compareText } from '../kit/figures.ts';
import { compareRead, type PairJudgement } from '../kit/pairs/compare-pair.ts';
import { type ComparableQuestion, readQuestion } from '../kit/pairs/read-question.ts';
import type { Advice } from './advice.ts';

/** A question as it is being written: the answer may be missing. */
export interface ComparedDraft {
  readonly questionText: string;
  readonly correctAnswer: string | undefined;
}

export interface StoredCandidate extends ComparableQuestion {
  readonly id: string;
}

const maxDuplicates = 10;
const maxShown = 200;

/** The candidates that ask the same, most relevant first. */
export function adviseOnDuplicates(
  draft: ComparedDraft,
  candidates: readonly StoredCandidate[],
): Advice[] {
  const judge = createJudge(draft);
  return candidates
    .flatMap((candidate) => {
      const judgement = judge(candidate);
      const rule = ruleOf(judgement);
      return rule === undefined ? [] : [{ candidate, rule, likeness: judgement.likeness }];
    })
    .sort(
      (one, other) =>
        rules.indexOf(one.rule) - rules.indexOf(other.rule) ||
        other.likeness - one.likeness ||
        compareText(one.candidate.id, other.candidate.id),
    )
    .slice(0, maxDuplicates)
    .map(({ candidate, rule }) => ({
      kind: 'duplicate',
      rule,
      severity: 'warning',
      questionId: candidate.id,
      message: messages[rule](quote(candidate.questionText), quote(candidate.correctAnswer)),
    }));
}

const rules = ['exact', 'answer_conflict', 'near', 'paraphrase'] as const;

type DuplicateRule = (typeof rules)[number];

const messages: Record<DuplicateRule, (question: string, answer: string) => string> = {
  exact: (question) => `The bank has this question already: ${question}.`,
  near: (question, answer) =>
    `The bank has nearly the same question already: ${question}, answered ${answer}.`,
  paraphrase: (question, answer) =>
    `The bank has this question in other words already: ${question}, answered ${answer}.`,
  answer_conflict: (question, answer) =>
    `The bank has the same question with another answer: ${question}, answered ${answer}. Check which one is right.`,
};

function createJudge(draft: ComparedDraft): (candidate: StoredCandidate) => PairJudgement {
  const { questionText, correctAnswer } = draft;
  if (correctAnswer === undefined) {
    // Until an answer is given, the questions alone are compared.
    return (candidate) => {
      const read = readQuestion(candidate);
      return compareRead(readQuestion({ ...candidate, questionText }), read);
    };
  }
  const read = readQuestion({ questionText, correctAnswer });
  return (candidate) => compareRead(read, readQuestion(candidate));
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
