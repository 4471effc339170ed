import { normalizeAnswer } from '../answers/answer-text.ts';
import { type AnswerForms, isSameAnswer, readAnswer } from './answer-forms.ts';

interface Keyed {
  readonly answer: AnswerForms;
  /** The wrong choices. */
  readonly choices: readonly string[];
}

/** Whether the key of one is a wrong choice of the other; undefined where one has too few choices to tell. */
export function isKeyRejected(
  one: Keyed,
  other: Keyed,
  /** Whether forms of the key count: "14 July 1789" is one of 1789, and may be a wrong choice beside it. */
  isWholly = false,
): boolean | undefined {
  if (rejects(one, other, isWholly) || rejects(other, one, isWholly)) return true;
  // A single one is mostly the other of true and false.
  return one.choices.length > 1 && other.choices.length > 1 ? false : undefined;
}

function rejects({ choices }: Keyed, { answer }: Keyed, isWholly: boolean): boolean {
  return choices.some((choice) =>
    isWholly
      ? normalizeAnswer(choice) === answer.normalized
      : isSameAnswer(readAnswer(choice), answer),
  );
}
