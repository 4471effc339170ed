import { type AnswerForms, isSameAnswer, readAnswer } from './answer-forms.ts';

interface Keyed {
  readonly answer: AnswerForms;
  /** The wrong choices. */
  readonly choices: readonly string[];
}

/** Whether the key of one is a wrong choice of the other; undefined where one has too few choices to tell. */
export function isKeyRejected(one: Keyed, other: Keyed): boolean | undefined {
  if (rejects(one, other) || rejects(other, one)) return true;
  // A single one is mostly the other of true and false.
  return one.choices.length > 1 && other.choices.length > 1 ? false : undefined;
}

function rejects({ choices }: Keyed, { answer }: Keyed): boolean {
  return choices.some((choice) => isSameAnswer(readAnswer(choice), answer));
}
