import type { TestApp } from './app.ts';

/** The source key of a question that exists already. */
export const origin = { source: 'parity', external_id: 'taken' };

/** The same question with the names of both interfaces. */
export const question = {
  question_text: 'Which gas do plants take in?',
  correct_answer: 'Carbon dioxide',
  incorrect_answers: ['Oxygen', 'Nitrogen'],
  category: 'general knowledge',
  difficulty: 0,
  source: 'parity',
};
export const input = {
  questionText: question.question_text,
  correctAnswer: question.correct_answer,
  incorrectAnswers: question.incorrect_answers,
  category: 'GENERAL_KNOWLEDGE',
  difficulty: 'BASIC',
  source: 'parity',
};

export const made = async ({ rest }: TestApp) =>
  (await rest('POST', '/questions', question)).body.id;

let numbered = 0;

/** A question that duplicates no other one. */
export const unlikeOthers = async ({ rest }: TestApp) => {
  numbered += 1;
  const asked = {
    question_text: `Which number follows ${numbered}?`,
    correct_answer: `${numbered + 1}`,
  };
  return (await rest('POST', '/questions', { ...question, ...asked })).body.id;
};

export const changed = async (service: TestApp) => {
  const id = await made(service);
  await service.rest('PATCH', `/questions/${id}`, { difficulty: 2, topic_focus: 'Plants' });
  return id;
};

export const deleted = async (service: TestApp) => {
  const id = await changed(service);
  await service.rest('DELETE', `/questions/${id}`);
  return id;
};

/** A question whose first version had a source key that another question has now. */
export const withTakenSourceKey = async (service: TestApp) => {
  const id = await made(service);
  const lost = { external_id: `lost ${id}` };
  await service.rest('PATCH', `/questions/${id}`, lost);
  await service.rest('PATCH', `/questions/${id}`, { external_id: null });
  await service.rest('POST', '/questions', { ...question, ...lost });
  return id;
};

export const unknown = async () => '01a1dcf3-a623-703b-b9e6-140b15b653d2';
