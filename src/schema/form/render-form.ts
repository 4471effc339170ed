import { createHash } from 'node:crypto';
import { type FormPin, readFormPins, readFormQuestions } from '../../db/forms/form-read.ts';
import type { PinnedQuestion } from '../../db/pinned-questions.ts';
import { requireAccess } from '../../domain/caller.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { findFormat } from '../../formats/registry.ts';
import { renderHtml, sheetStyle } from '../../formats/sheets/html-sheets.ts';
import { renderMarkdown } from '../../formats/sheets/markdown-sheets.ts';
import { orderChoices, type Sheets } from '../../formats/sheets/sheet.ts';
import { builder } from '../builder.ts';
import type { Context, Download } from '../context.ts';
import type { ShownForm } from './shown-form.ts';

export const formFormats = ['json', 'md', 'html', 'qti', 'gift'] as const;

export type FormFormat = (typeof formFormats)[number];

export const FormFormatEnum = builder.enumType('FormFormat', {
  description: 'How forms are shown. QTI and GIFT files always have the key.',
  values: Object.fromEntries(
    formFormats.map((format) => [format.toUpperCase(), { value: format }]),
  ),
});

type Reader = Pick<Context, 'database' | 'caller'>;

/** Whether answers are shown: files for other programs cannot do without. Decides who may see them. */
export function decideKey(
  { caller }: Reader,
  format: string,
  key: boolean | null | undefined,
): boolean {
  const isNeeded = format === 'qti' || format === 'gift';
  if (isNeeded && key === false) {
    const detail = `A ${format.toUpperCase()} file has the key; choose md or html for a form without.`;
    throw validationError('BAD_REQUEST', [{ path: ['key'], code: 'contradiction', detail }]);
  }
  const hasKey = isNeeded || key === true;
  if (hasKey) requireAccess(caller, 'questions:read');
  return hasKey;
}

/** Forms as a file. */
export async function renderForm(
  context: Reader,
  form: ShownForm,
  format: string,
  number: number | undefined,
): Promise<Download> {
  const hasKey = decideKey(context, format, form.hasKey || undefined);
  const all = await readFormPins(context.database, form.id);
  if (all.length === 0) {
    throw new ServiceError(
      'CONFLICT',
      `The form ${form.id} is ${form.status}: it has no questions to show.`,
    );
  }
  const pins = number === undefined ? all : all.filter((pin) => pin.number === number);
  if (pins.length === 0) {
    const detail = `There are forms 1 to ${all.at(-1)?.number}.`;
    throw validationError('BAD_REQUEST', [{ path: ['number'], code: 'out_of_range', detail }]);
  }
  const questions = await readFormQuestions(context.database, pins);
  const name = `form-${form.id}`;
  const questionFormat = findFormat(format);
  if ((format === 'qti' || format === 'gift') && questionFormat?.write) {
    return {
      name,
      format: questionFormat,
      chunks: questionFormat.write(once(withoutRepeats(questions))),
    };
  }
  const sheets = toSheets(form, pins, questions, hasKey);
  if (format === 'json') return { name, format: json, chunks: once(toJson(sheets)) };
  if (format === 'md') return { name, format: markdown, chunks: once(renderMarkdown(sheets)) };
  return { name, format: html, chunks: once(renderHtml(sheets)), headers: { ...htmlHeaders } };
}

const text = { reader: { kind: 'text' } } as const;
const json = { mediaType: 'application/json', extension: 'json', ...text };
const markdown = { mediaType: 'text/markdown', extension: 'md', ...text };
const html = { mediaType: 'text/html', extension: 'html', ...text };

const htmlHeaders = {
  'content-disposition': 'inline',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(sheetStyle).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
};

function toSheets(
  { name, seed, hasKey: _, ...form }: ShownForm,
  pins: readonly FormPin[],
  questions: readonly PinnedQuestion[],
  hasKey: boolean,
): Sheets {
  const numbers = [...new Set(pins.map(({ number }) => number))];
  const sheets = numbers.map((number) => ({
    title: `Form ${number}`,
    questions: questions
      .filter((_question, at) => pins[at]?.number === number)
      .map((question) => ({
        text: question.questionText,
        choices: orderChoices(question, seed),
        answer: question.correctAnswer,
      })),
  }));
  return { title: name ?? `Form ${form.id}`, sheets, hasKey };
}

function toJson({ title, sheets, hasKey }: Sheets): string {
  const forms = sheets.map((sheet) => ({
    title: sheet.title,
    questions: sheet.questions.map(({ text, choices, answer }) => ({
      question_text: text,
      choices,
      ...(hasKey && { correct_answer: answer }),
    })),
  }));
  return JSON.stringify({ title, forms });
}

function withoutRepeats(questions: readonly PinnedQuestion[]): PinnedQuestion[] {
  const first = new Map<string, PinnedQuestion>();
  for (const question of questions) if (!first.has(question.id)) first.set(question.id, question);
  return [...first.values()];
}

async function* once<T>(content: T) {
  yield content;
}
