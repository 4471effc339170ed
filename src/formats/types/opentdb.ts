import { decodeHTML, escapeUTF8 } from 'entities';
import type { Category } from '../../domain/question.ts';
import { type FileQuestion, type FileRow, type Format, unheldFields } from '../format.ts';
import { readJsonElements } from '../kit/json-elements.ts';
import { readJsonRow } from '../kit/json-rows.ts';

type Entry = { category: Category; topic: string | null };

const toScience = (topic: string | null): Entry => ({ category: 'Science', topic });
const toGeneral = (topic: string): Entry => ({ category: 'General Knowledge', topic });

/** Those without a topic are also what our own categories are written as. */
const categories: Readonly<Record<string, Entry>> = {
  'Science & Nature': toScience(null),
  'Science: Mathematics': { category: 'Mathematics', topic: null },
  'Entertainment: Books': { category: 'Literature', topic: null },
  Animals: toScience('Animals'),
  'Science: Computers': toScience('Computers'),
  'Science: Gadgets': toScience('Gadgets'),
  Art: toGeneral('Art'),
  Celebrities: toGeneral('Celebrities'),
  'Entertainment: Board Games': toGeneral('Board Games'),
  'Entertainment: Cartoon & Animations': toGeneral('Cartoon & Animations'),
  'Entertainment: Comics': toGeneral('Comics'),
  'Entertainment: Film': toGeneral('Film'),
  'Entertainment: Japanese Anime & Manga': toGeneral('Japanese Anime & Manga'),
  'Entertainment: Music': toGeneral('Music'),
  'Entertainment: Musicals & Theatres': toGeneral('Musicals & Theatres'),
  'Entertainment: Television': toGeneral('Television'),
  'Entertainment: Video Games': toGeneral('Video Games'),
  History: toGeneral('History'),
  Mythology: toGeneral('Mythology'),
  Politics: toGeneral('Politics'),
  Sports: toGeneral('Sports'),
  Vehicles: toGeneral('Vehicles'),
};

const levels = ['easy', 'medium', 'hard'];
const holds = ['question_text', 'correct_answer', 'incorrect_answers', 'category', 'difficulty'];
const held = new Set(holds);

/** The API of the Open Trivia Database: HTML entities, easy to hard, categories of its own. */
export const opentdb: Format = {
  id: 'opentdb',
  title: 'Open Trivia Database',
  mediaType: 'application/json',
  extension: 'json',
  holds,
  isTyped: true,
  categories,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      for await (const element of readJsonElements(text)) {
        row += 1;
        yield decodeRow(readJsonRow(element.text, row, element.line));
      }
    },
  },
  async *write(pages) {
    let before = '{"response_code":0,"results":[\n';
    for await (const page of pages) {
      yield `${before}${page.map(toJson).join(',\n')}`;
      before = ',\n';
    }
    yield before.startsWith(',') ? '\n]}\n' : `${before}]}\n`;
  },
  losses: (question) => unheldFields(question, held),
};

function decodeRow(row: FileRow): FileRow {
  const { type: _, ...fields } = row.values;
  const values = Object.entries(fields).map(([name, value]) => [name, decode(value)]);
  return { ...row, values: Object.fromEntries(values) };
}

function decode(value: unknown): unknown {
  if (typeof value === 'string') return decodeHTML(value);
  return Array.isArray(value) ? value.map(decode) : value;
}

function toJson(question: FileQuestion): string {
  const { questionText, correctAnswer, incorrectAnswers, category, difficulty } = question;
  const isBoolean = /^(?:true|false)$/i.test(correctAnswer) && incorrectAnswers.length === 1;
  const named = Object.entries(categories).find(
    ([, entry]) => entry.category === category && entry.topic === null,
  );
  return JSON.stringify({
    type: isBoolean ? 'boolean' : 'multiple',
    difficulty: levels[difficulty],
    category: escapeUTF8(named?.[0] ?? category),
    question: escapeUTF8(questionText),
    correct_answer: escapeUTF8(correctAnswer),
    incorrect_answers: incorrectAnswers.map(escapeUTF8),
  });
}
