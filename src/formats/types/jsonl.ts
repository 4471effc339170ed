import { type FileQuestion, type Format, fileFields } from '../format.ts';
import { readJsonRow } from '../kit/json-rows.ts';
import { readLines } from '../kit/text-lines.ts';

/** JSON Lines: a question a line, with the field names of the REST API. */
export const jsonl: Format = {
  id: 'jsonl',
  title: 'JSON Lines',
  mediaType: 'application/x-ndjson',
  extension: 'jsonl',
  holds: fileFields,
  isTyped: true,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      for await (const { text: line, number } of readLines(text)) {
        if (line.trim() === '') continue;
        row += 1;
        yield readJsonRow(line, row, number);
      }
    },
  },
  async *write(questions) {
    for await (const question of questions) yield `${toJson(question)}\n`;
  },
};

export function toJson(question: FileQuestion): string {
  return JSON.stringify({
    id: question.id,
    question_text: question.questionText,
    correct_answer: question.correctAnswer,
    incorrect_answers: question.incorrectAnswers,
    accepted_answers: question.acceptedAnswers,
    category: question.category,
    difficulty: question.difficulty,
    topic_focus: question.topicFocus,
    source: question.source,
    external_id: question.externalId,
    version: question.version,
  });
}
