import {
  type FileQuestion,
  type FileRow,
  type Format,
  fileFields,
  maxRowLength,
} from '../format.ts';
import { writeList } from '../kit/cells.ts';
import { orderChoices } from '../kit/choices.ts';
import { readLines, type TextLine, tooLong } from '../kit/text-lines.ts';

const heading = /^#{1,6} (.*)$/s;
const choice = /^[-*] \[([ xX])\] (.*)$/s;
const property = /^> ([a-z_]+): (.*)$/s;

/** A quiz that people can read: headings, task lists with the answer checked, properties as quotes. */
export const md: Format = {
  id: 'md',
  title: 'Markdown quiz',
  mediaType: 'text/markdown',
  extension: 'md',
  holds: fileFields,
  isTyped: false,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      for await (const lines of readSections(text)) {
        const read = readSection(lines, row + 1);
        if (!read) continue;
        row += 1;
        yield read;
      }
    },
  },
  async *write(pages) {
    for await (const page of pages) yield page.map(writeSection).join('');
  },
};

async function* readSections(text: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let section: TextLine[] = [];
  let length = 0;
  for await (const line of readLines(text)) {
    if (heading.test(line.text)) {
      if (section.length > 0) yield section;
      [section, length] = [[], 0];
    }
    // What precedes the first heading is an introduction.
    if (section.length > 0 || heading.test(line.text)) section.push(line);
    length += line.text.length + 1;
    if (section.length > 0 && length > maxRowLength) throw tooLong(section[0]?.number ?? 1);
  }
  if (section.length > 0) yield section;
}

/** Undefined for a section without choices and properties: a title. */
function readSection(lines: readonly TextLine[], row: number): FileRow | undefined {
  const [first, ...others] = lines;
  const stem = [heading.exec(first?.text ?? '')?.[1] ?? ''];
  const correct: string[] = [];
  const incorrect: string[] = [];
  const values: Record<string, unknown> = {};
  for (const { text } of others) {
    const [, mark, content = ''] = choice.exec(text) ?? [];
    const [, name, value = ''] = property.exec(text) ?? [];
    if (mark !== undefined) (mark === ' ' ? incorrect : correct).push(unescapeText(content));
    else if (name !== undefined) values[name] = value === '' ? null : unescapeText(value);
    else if (correct.length + incorrect.length === 0) stem.push(text);
  }
  if (correct.length + incorrect.length === 0 && Object.keys(values).length === 0) return undefined;
  const place = { row, line: first?.number ?? null };
  if (correct.length !== 1) {
    const detail = `Exactly one choice must be checked, as in "- [x] Mercury"; ${correct.length} are.`;
    return {
      ...place,
      values: {},
      faults: [{ field: 'correct_answer', code: 'one_answer', detail }],
    };
  }
  return {
    ...place,
    values: {
      question_text: unescapeText(stem.join('\n')),
      correct_answer: correct[0],
      incorrect_answers: incorrect,
      ...values,
    },
  };
}

function writeSection(question: FileQuestion): string {
  const { choices, correct } = orderChoices(question);
  const properties = {
    category: question.category,
    difficulty: String(question.difficulty),
    topic_focus: question.topicFocus ?? '',
    source: question.source ?? '',
    external_id: question.externalId ?? '',
    accepted_answers: writeList(question.acceptedAnswers),
    id: question.id,
    version: String(question.version),
  };
  return [
    `## ${escapeText(question.questionText)}`,
    '',
    ...choices.map((text, at) => `- [${at === correct ? 'x' : ' '}] ${escapeText(text)}`),
    '',
    ...Object.entries(properties).flatMap(([name, value]) =>
      value === '' ? [] : [`> ${name}: ${escapeText(value)}`],
    ),
    '\n',
  ].join('\n');
}

/** Line breaks as `<br>`; what could be read as such, or as a reference, gets a backslash. */
function escapeText(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/<br>/g, '\\<br>')
    .replace(/&#/g, '\\&#')
    .replace(/\r/g, '&#13;')
    .replace(/\n/g, '<br>');
}

function unescapeText(text: string): string {
  return text.replace(/\\([\\<&])|<br>|&#13;/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    return found === '<br>' ? '\n' : '\r';
  });
}
