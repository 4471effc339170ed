import {
  type FileQuestion,
  type FileRow,
  type Format,
  type RowFault,
  unheldFields,
} from '../format.ts';
import { orderChoices } from '../kit/choices.ts';
import { readBlocks, type TextLine } from '../kit/text-lines.ts';

const holds = ['question_text', 'correct_answer', 'incorrect_answers'];
const held = new Set(holds);
const choice = /^([A-Z])[.)]\s+(.*)$/s;
const answer = /^ANSWER:\s*([A-Z])\s*$/;

/** Aiken: a line with the question, lettered choices, `ANSWER: B`. */
export const aiken: Format = {
  id: 'aiken',
  title: 'Aiken',
  mediaType: 'text/plain',
  extension: 'txt',
  holds,
  isTyped: false,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      for await (const block of readBlocks(text)) {
        // Some files have no blank line between questions.
        for (const lines of splitAtAnswers(block)) {
          row += 1;
          yield readQuestion(lines, row);
        }
      }
    },
  },
  async *write(pages) {
    for await (const page of pages) yield page.map(writeQuestion).join('');
  },
  losses(question) {
    const texts = { question_text: question.questionText, correct_answer: question.correctAnswer };
    const changed = Object.entries(texts).flatMap(([field, text]) => (isLine(text) ? [] : [field]));
    const hasLists = question.incorrectAnswers.every(isLine);
    const isStructure = choice.test(question.questionText) || answer.test(question.questionText);
    return [
      ...unheldFields(question, held),
      ...changed,
      ...(isStructure && changed[0] !== 'question_text' ? ['question_text'] : []),
      ...(hasLists ? [] : ['incorrect_answers']),
    ];
  },
};

/** A text that fits on a line as it is. */
function isLine(text: string): boolean {
  return text === toLine(text);
}

function toLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ');
}

function splitAtAnswers(block: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = [[]];
  for (const line of block) {
    groups.at(-1)?.push(line);
    if (answer.test(line.text)) groups.push([]);
  }
  return groups.filter(({ length }) => length > 0);
}

function readQuestion(lines: readonly TextLine[], row: number): FileRow {
  const place = { row, line: lines[0]?.number ?? null };
  const stem: string[] = [];
  const choices = new Map<string, string>();
  let key: string | undefined;
  for (const { text } of lines) {
    const [, letter = '', content = ''] = choice.exec(text) ?? [];
    if (answer.test(text)) key = answer.exec(text)?.[1];
    else if (letter !== '' && stem.length > 0) choices.set(letter, content);
    else stem.push(text);
  }
  const correct = choices.get(key ?? '');
  if (stem.length === 0 || choices.size === 0 || correct === undefined) {
    return { ...place, values: {}, faults: [incomplete(stem, choices, key)] };
  }
  const incorrect = [...choices].flatMap(([letter, text]) => (letter === key ? [] : [text]));
  return {
    ...place,
    values: {
      question_text: stem.join('\n'),
      correct_answer: correct,
      incorrect_answers: incorrect,
    },
  };
}

function incomplete(
  stem: readonly string[],
  choices: ReadonlyMap<string, string>,
  key: string | undefined,
): RowFault {
  const code = 'incomplete';
  const value = (stem[0] ?? '').slice(0, 100);
  if (key !== undefined && choices.size > 0) {
    const detail = `ANSWER is ${key}; the choices are ${[...choices.keys()].join(', ')}.`;
    return { field: 'correct_answer', value: key, code, detail };
  }
  const detail = 'A question has a line of text, choices such as "A. Mercury" and "ANSWER: A".';
  return { field: null, value, code, detail };
}

function writeQuestion(question: FileQuestion): string {
  const { choices, correct } = orderChoices(question);
  const letter = (at: number) => String.fromCharCode(65 + at);
  const stem = toLine(question.questionText);
  return [
    // A stem that looks like a choice or an answer would be read as one.
    choice.test(stem) || answer.test(stem) ? `Question: ${stem}` : stem,
    ...choices.map((text, at) => `${letter(at)}. ${toLine(text)}`),
    `ANSWER: ${letter(correct)}`,
    '\n',
  ].join('\n');
}
