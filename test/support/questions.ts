let count = 0;

/** A valid question with REST names; tests override only what matters. */
export function makeQuestion(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1;
  return {
    question_text: `What is the answer to question number ${count}?`,
    correct_answer: `Answer ${count}`,
    incorrect_answers: [`Wrong ${count}`, `False ${count}`],
    category: 'Science',
    difficulty: 1,
    ...overrides,
  };
}
