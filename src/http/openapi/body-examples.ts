const questionId = '0198c1a5-7b3e-7cc1-a3a5-5d4b1a7e0c11';
const token = 'the refresh_token of a login';

/** Bodies that can be sent as they are, but for ids and secrets, by the names of operations. */
export const bodyExamples: Readonly<Record<string, object>> = {
  createQuestion: {
    question_text: 'Which planet is closest to the Sun?',
    correct_answer: 'Mercury',
    incorrect_answers: ['Venus', 'Earth', 'Mars'],
    category: 'Astronomy',
    difficulty: 0,
    topic_focus: 'Solar System',
  },
  updateQuestions: { ids: [questionId], changes: { topic_focus: 'Planets' } },
  updateQuestionFields: { difficulty: 1 },
  updateQuestion: { topic_focus: 'Planets' },
  restoreQuestion: { version: 1 },
  deleteQuestions: { ids: [questionId] },
  recordResponse: { question_id: questionId, respondent: 'r-4711', option: 'Mercury' },
  login: { email: 'admin@localhost', password: 'the password of the account' },
  issueToken: { grant_type: 'refresh_token', refresh_token: token },
  revokeToken: { token },
  introspectToken: { token },
  startSecondFactor: { password: 'the password of the account' },
  confirmSecondFactor: { code: '123456' },
  renewRecoveryCodes: { password: 'the password of the account', code: '123456' },
  removeSecondFactor: { password: 'the password of the account', code: '123456' },
  changePassword: { current: 'the password until now', new: 'a better password' },
  createApiKey: { name: 'reports', scopes: ['questions:read', 'analysis:read'] },
  createAccount: { email: 'editor@example.org', password: 'a good password', role: 'editor' },
  updateAccount: { role: 'analyst' },
  updateWebhook: { enabled: false },
};
