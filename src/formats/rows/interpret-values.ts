import { findCategory, levelsByName } from '../../domain/question.ts';
import { cutText } from '../../domain/text.ts';
import type { Format, RowFault, RowNote } from '../format.ts';
import { readList } from '../kit/cells.ts';
import { findChoice } from '../kit/choices.ts';
import type { Mapping } from './row-options.ts';

/** A value that rules may accept, and what was understood to get there. */
export interface Understood {
  readonly value: unknown;
  readonly note?: RowNote;
}

/** "Easy" is 0; a number in a text is a number. Anything else is left for the rules to reject. */
export function readLevel(value: unknown, isTyped: boolean, levels: Mapping['levels']): Understood {
  if (typeof value !== 'string' && typeof value !== 'number') return { value };
  const mapped = lookUp(levels ?? {}, String(value));
  const named = typeof value === 'string' ? lookUp(levelsByName, value) : undefined;
  const level = mapped ?? named;
  if (level !== undefined) return understood('difficulty', value, level);
  const isNumber = !isTyped && typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value);
  return { value: isNumber ? Number(value) : value };
}

/** By the given mapping, then by the categories of the format, which may also name a topic. */
export function readCategory(
  value: unknown,
  { categories }: Pick<Format, 'categories'>,
  mapping: Mapping['categories'],
): Understood & { readonly topic?: string | null } {
  if (typeof value !== 'string') return { value };
  const mapped = lookUp(mapping ?? {}, value);
  if (mapped !== undefined) return understood('category', value, mapped);
  if (findCategory(value)) return { value };
  const known = lookUp(categories ?? {}, value);
  if (!known) return { value };
  return { ...understood('category', value, known.category), topic: known.topic };
}

function understood(field: string, value: string | number, readAs: string | number): Understood {
  const isSame = String(value) === String(readAs);
  const note = { field, value: cutText(String(value), 100), readAs: String(readAs) };
  return { value: readAs, ...(!isSame && { note }) };
}

function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  const plain = name.trim();
  if (Object.hasOwn(table, plain)) return table[plain];
  const wanted = plain.toLowerCase();
  return Object.entries(table).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Several texts in one value: a list, or a cell that separates them. */
export function readTexts(value: unknown, isTyped: boolean): unknown {
  return typeof value === 'string' && !isTyped ? readList(value) : value;
}

/** The answer and the other choices, from columns with all choices. */
export function splitChoices(
  choices: readonly string[],
  answer: unknown,
): {
  readonly answer: unknown;
  readonly others: readonly string[];
  readonly note?: RowNote;
  readonly fault?: RowFault;
} {
  if (typeof answer !== 'string') return { answer, others: choices };
  const at = findChoice(choices, answer);
  const field = 'correct_answer';
  const value = cutText(answer, 100);
  if (at === undefined) {
    const detail = 'None of the choices is the answer.';
    const suggestion = 'The answer is the text, the letter or the number of a choice.';
    return {
      answer,
      others: choices,
      fault: { field, value, code: 'unknown_choice', detail, suggestion },
    };
  }
  const correct = choices[at] ?? answer;
  const others = choices.filter((_, index) => index !== at);
  const isNamed = correct.trim().toLowerCase() !== answer.trim().toLowerCase();
  return {
    answer: correct,
    others,
    ...(isNamed && { note: { field, value, readAs: 'a choice' } }),
  };
}
