import type { GIFTQuestion, parse as parseGift, TextFormat } from 'gift-pegjs';
import { findCategory } from '../../domain/question.ts';
import { type FileQuestion, type FileRow, type Format, fileFields } from '../format.ts';
import { writeList } from '../kit/cells.ts';
import { orderChoices, readRightAnswers } from '../kit/choices.ts';
import { RowTexts, unsupportedType } from '../kit/html-text.ts';
import { readBlocks, type TextLine } from '../kit/text-lines.ts';

/** Moodle's GIFT; fields that it has no place for are tags in the comment before a question. */
export const giftFormat: Format = {
  id: 'gift',
  title: 'GIFT',
  mediaType: 'text/plain',
  extension: 'gift',
  holds: fileFields,
  isTyped: false,
  reader: {
    kind: 'text',
    async *read(text) {
      // On demand: few need it, and everyone would wait for it at the start.
      const { parse } = await import('gift-pegjs');
      let row = 0;
      let category: string | null = null;
      for await (const block of readBlocks(text)) {
        const lines = block.filter(({ text: line }) => !isPlainComment(line));
        const [, path] = /^\s*\$CATEGORY:\s*(.*)$/.exec(lines[0]?.text ?? '') ?? [];
        if (path !== undefined) {
          category = readPath(path);
          lines.shift();
        }
        if (lines.every((line) => line.text.trim().startsWith('//'))) continue;
        row += 1;
        yield readQuestion(parse, lines, row, category);
      }
    },
  },
  async *write(pages) {
    for await (const page of pages) yield page.map(writeQuestion).join('');
  },
  losses(question) {
    const { questionText, correctAnswer, incorrectAnswers } = question;
    const isShort = incorrectAnswers.length === 0;
    return [
      ...(isKept(questionText) ? [] : ['question_text']),
      ...(isKept(correctAnswer) && !(isShort && correctAnswer.includes('->'))
        ? []
        : ['correct_answer']),
      ...(incorrectAnswers.every(isKept) ? [] : ['incorrect_answers']),
    ];
  },
};

/** A comment without an id or tags. */
function isPlainComment(line: string): boolean {
  return /^\s*\/\//.test(line) && !/\[(?:id|tag):/.test(line);
}

/** The name of one of our categories in a path such as `$course$/top/Science`, or its last part. */
function readPath(path: string): string {
  const parts = path.split('/').map((part) => part.trim());
  return parts.find((part) => findCategory(part)) ?? parts.at(-1) ?? path;
}

function readQuestion(
  parse: typeof parseGift,
  lines: readonly TextLine[],
  row: number,
  category: string | null,
): FileRow {
  const line = lines[0]?.number ?? null;
  let question: GIFTQuestion | undefined;
  try {
    [question] = parse(`${escapeColons(lines.map(({ text }) => text))}\n`);
  } catch (error) {
    const { message, location } = error as {
      message: string;
      location?: { start: { line: number } };
    };
    const at = (line ?? 1) + (location?.start.line ?? 1) - 1;
    const value = (lines[0]?.text ?? '').slice(0, 100);
    const detail = `Invalid GIFT: ${message.slice(0, 200)}`;
    return {
      row,
      line: at,
      values: {},
      faults: [{ field: null, value, code: 'invalid_gift', detail }],
    };
  }
  const place = { row, line };
  const texts = new RowTexts();
  const answers = question && readAnswers(question, texts);
  if (!question || !('stem' in question) || !answers) {
    return { ...place, values: {}, faults: [unsupportedType(question?.type ?? 'none')] };
  }
  const text = readText('question_text', question.stem, texts);
  const values = { category, ...readTags(question), question_text: text, ...answers };
  return { ...place, values, notes: texts.notes };
}

/** The parser takes colons for parts of a title; most people do not escape them. */
function escapeColons(lines: readonly string[]): string {
  const text = lines.join('\n');
  const [head = ''] = /^(?:\s*\/\/.*\n)*\s*(?:::(?:\\.|[^\\])*?::)?/.exec(text) ?? [];
  const body = text.slice(head.length);
  if (/\{\s*#/.test(body)) return text;
  return head + body.replace(/\\.|:/gs, (found) => (found === ':' ? '\\:' : found));
}

interface Answers {
  readonly correct_answer?: string;
  readonly incorrect_answers: readonly string[];
  readonly accepted_answers?: readonly string[];
}

function readAnswers(question: GIFTQuestion, texts: RowTexts): Answers | undefined {
  if (question.type === 'TF') {
    const { isTrue } = question;
    return {
      correct_answer: isTrue ? 'True' : 'False',
      incorrect_answers: [isTrue ? 'False' : 'True'],
    };
  }
  if (question.type !== 'MC' && question.type !== 'Short') return undefined;
  const all = question.choices.map(({ isCorrect, weight, text }) => ({
    isCorrect: isCorrect || weight === 100,
    text: readText('correct_answer', text, texts),
  }));
  const correct = all.filter(({ isCorrect }) => isCorrect);
  if (correct.length > 1 && question.type === 'MC') return undefined;
  const right = readRightAnswers(correct.map(({ text }) => text));
  if (right.correct_answer === undefined) return undefined;
  const others = all.filter(({ isCorrect }) => !isCorrect);
  return { ...right, incorrect_answers: others.map(({ text }) => text) };
}

function readText(field: string, { text, format }: TextFormat, texts: RowTexts): string {
  return texts.read(field, text, format === 'html' || format === 'moodle');
}

/** Tags of our own are `field=value`; others are ignored. */
function readTags({
  id,
  tags,
}: {
  id?: string | null;
  tags?: string[] | null;
}): Record<string, string> {
  const values: Record<string, string> = {};
  for (const tag of tags ?? []) {
    const [, field = '', value = ''] = /^([a-z_]+)=(.*)$/.exec(tag) ?? [];
    if (fileFields.includes(field)) values[field] = decodeTag(value);
  }
  const isOwn = id != null && values.version !== undefined;
  return isOwn ? { ...values, id } : values;
}

function writeQuestion(question: FileQuestion): string {
  const { choices, correct } = orderChoices(question);
  const tags = {
    category: question.category,
    difficulty: String(question.difficulty),
    topic_focus: question.topicFocus ?? '',
    source: question.source ?? '',
    external_id: question.externalId ?? '',
    accepted_answers: writeList(question.acceptedAnswers),
    version: String(question.version),
  };
  const comment = Object.entries(tags)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `[tag:${name}=${encodeTag(value)}]`);
  const answers = choices.map(
    (text, at) => `${at === correct ? '=' : '~'}[plain]${escapeText(text)}`,
  );
  // An arrow in the first choice would make it a matching question.
  const ordered =
    correct === 0 && answers.length > 1 ? [answers[1], answers[0], ...answers.slice(2)] : answers;
  const single = ordered.length === 1 ? (ordered[0] ?? '').replaceAll('->', '- >') : undefined;
  return [
    `// [id:${question.id}] ${comment.join(' ')}`,
    `[plain]${escapeText(question.questionText)}{`,
    ...(single === undefined ? ordered : [single]),
    '}',
    '\n',
  ].join('\n');
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\:#={}~]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Whether the text is read as it was written: runs of spaces are not. */
function isKept(text: string): boolean {
  return !/\r|&&\d|[^\S\n]{2}/.test(text);
}

function encodeTag(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tags cannot have them
  return text.replace(/[%\][\x00-\x1f\x7f]/g, (letter) => encodeURIComponent(letter));
}

function decodeTag(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-F]{2})/g, '%25'));
  } catch {
    return text;
  }
}
