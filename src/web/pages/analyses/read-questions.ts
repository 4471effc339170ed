import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import type { ReportQuestion } from '../../report/report-data.ts';

const questionsDocument = graphql(`
  query ReportQuestions($ids: [ID!]) {
    questions(filter: { ids: $ids }, first: 100) {
      nodes {
        id
        question_text: questionText
        correct_answer: correctAnswer
        incorrect_answers: incorrectAnswers
        category: categoryName
        difficulty: difficultyLevel
      }
    }
  }
`);

const pageSize = 100;

/** One page after the other: a report takes no more of the budget at a time than a list. */
export async function readQuestions(
  ids: readonly string[],
): Promise<Record<string, ReportQuestion>> {
  const questions: Record<string, ReportQuestion> = {};
  for (let from = 0; from < ids.length; from += pageSize) {
    const variables = { ids: ids.slice(from, from + pageSize) };
    const { data, error } = await client.query(questionsDocument, variables);
    if (error) throw error;
    for (const { id, ...question } of data?.questions.nodes ?? []) questions[id] = question;
  }
  return questions;
}
