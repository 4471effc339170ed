import { toSnakeCase } from '../../domain/naming.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { cutText } from '../../domain/text.ts';
import { fileFields, type RowFault } from '../format.ts';

/** What a column of a file is for. */
export type Column =
  | { readonly kind: 'field'; readonly field: string }
  /** One of all choices, or of the incorrect ones. */
  | { readonly kind: 'choice' }
  | { readonly kind: 'incorrect' }
  /** All choices in one value. */
  | { readonly kind: 'choices' }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown'; readonly suggestion: string };

/** Names that people use for the fields. */
const synonyms: Readonly<Record<string, string>> = {
  question: 'question_text',
  text: 'question_text',
  prompt: 'question_text',
  stem: 'question_text',
  answer: 'correct_answer',
  correct: 'correct_answer',
  correct_choice: 'correct_answer',
  right_answer: 'correct_answer',
  solution: 'correct_answer',
  wrong_answers: 'incorrect_answers',
  distractors: 'incorrect_answers',
  aliases: 'accepted_answers',
  accepted: 'accepted_answers',
  alternative_answers: 'accepted_answers',
  subject: 'category',
  category_name: 'category',
  level: 'difficulty',
  difficulty_level: 'difficulty',
  topic: 'topic_focus',
  subtopic: 'topic_focus',
};

/** Assigned by the service; ignored, so that what was read can be imported. */
const readOnly = new Set(['created_at', 'updated_at']);

/** Similar in meaning, but not surely the same. */
const likely: Readonly<Record<string, string>> = {
  source_id: 'external_id',
  ref: 'external_id',
  reference: 'external_id',
  number: 'external_id',
  uuid: 'id',
  tags: 'topic_focus',
  tag: 'topic_focus',
  source_category: 'category',
  genre: 'category',
};

const choicePattern = /^(?:(?:choice|option|alternative)_?(?:\d{1,2}|[a-z])|[a-h])$/;
const incorrectPattern =
  /^(?:incorrect|wrong|distractor|false)(?:_answer|_choice|_option)?_?(?:\d{1,2}|[a-z])$/;

/** `mapping` is by the file's own names: a field, or null for a column that is ignored. */
export function resolveColumn(
  name: string,
  mapping: Readonly<Record<string, string | null>>,
): Column {
  if (Object.hasOwn(mapping, name)) {
    const field = mapping[name];
    return field ? { kind: 'field', field } : { kind: 'ignored' };
  }
  const plain = toSnakeCase(name.trim().replace(/^[A-Z]+$/, (word) => word.toLowerCase()))
    .replace(/^_/, '')
    .replace(/[\s_.-]+/g, '_');
  if (fileFields.includes(plain)) return { kind: 'field', field: plain };
  const field = Object.hasOwn(synonyms, plain) ? synonyms[plain] : undefined;
  if (field !== undefined) return { kind: 'field', field };
  if (readOnly.has(plain)) return { kind: 'ignored' };
  if (plain === 'choices' || plain === 'options') return { kind: 'choices' };
  if (incorrectPattern.test(plain)) return { kind: 'incorrect' };
  if (choicePattern.test(plain)) return { kind: 'choice' };
  return { kind: 'unknown', suggestion: suggest(plain) };
}

export function unknownColumn(name: string, suggestion: string): RowFault {
  const field = cutText(name, 100);
  const detail = `Unknown field ${JSON.stringify(field)}.`;
  return { field, code: 'unknown_field', detail, suggestion };
}

export function duplicateColumn(name: string, other: string, field: string): RowFault {
  const detail = `Both ${JSON.stringify(other)} and ${JSON.stringify(name)} are ${field}.`;
  return { field: name, code: 'duplicate_field', detail, suggestion: 'Map one of them to null.' };
}

function suggest(name: string): string {
  const known = Object.hasOwn(likely, name) ? likely[name] : undefined;
  const near = known ?? closest(name);
  return near === undefined
    ? 'Map the column to a field, or to null to ignore it.'
    : `Did you mean ${near}?`;
}

function closest(name: string): string | undefined {
  const nearest = nearestName(name, [...fileFields, ...Object.keys(synonyms)]);
  return nearest !== undefined && Object.hasOwn(synonyms, nearest) ? synonyms[nearest] : nearest;
}
