import type { Fault } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { questionFields } from '../../domain/question-content.ts';
import { type NewQuestion, newQuestion } from '../../domain/question-input.ts';
import { examine } from '../../domain/rules.ts';
import { cutText } from '../../domain/text.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { FileRow, Format, RowFault, RowNote } from '../format.ts';
import { readCategory, readLevel, readTexts, splitChoices } from './interpret-values.ts';
import { type Column, duplicateColumn, resolveColumn, unknownColumn } from './resolve-column.ts';
import type { Mapping, RowDefaults } from './row-options.ts';

export interface RowOptions {
  readonly mapping: Mapping;
  readonly defaults: RowDefaults;
}

/** A question of a file that follows all rules. */
export interface ImportedQuestion extends NewQuestion {
  readonly id?: string;
  /** The version that the file was made from. */
  readonly version?: number;
}

export type InterpretedRow = { readonly notes: readonly RowNote[] } & (
  | {
      readonly question: ImportedQuestion;
      /** The optional fields that the file has; an update keeps the others. */
      readonly given: readonly string[];
    }
  | { readonly faults: readonly RowFault[] }
);

const lists = ['incorrect_answers', 'accepted_answers'];
const optional = [...lists, 'topic_focus', 'source', 'external_id'];
const maxRemembered = 1000;
const contentNames = new Map(questionFields.map((name) => [toSnakeCase(name), name]));

/** Turns rows of a file into questions. The rules of a question are those of the API. */
export function createRowReader(
  format: Pick<Format, 'isTyped' | 'categories'>,
  { mapping, defaults }: RowOptions,
): (row: FileRow) => InterpretedRow {
  const columns = new Map<string, Column>();
  const columnOf = (name: string): Column => {
    const known = columns.get(name);
    if (known) return known;
    const column = resolveColumn(name, mapping.columns ?? {});
    if (columns.size < maxRemembered) columns.set(name, column);
    return column;
  };

  return ({ values, faults: found = [], notes: seen = [] }) => {
    const faults = [...found];
    const notes = [...seen];
    if (faults.length > 0) return { faults, notes };
    const sorted = sortColumns(values, columnOf, faults);
    const { fields, names } = sorted;
    const note = (each: RowNote | undefined) => void (each && notes.push(each));

    for (const list of lists) {
      if (fields[list] !== undefined) fields[list] = readTexts(fields[list], format.isTyped) ?? [];
    }
    if (sorted.choices.length > 0) {
      const split = splitChoices(sorted.choices, fields.correct_answer);
      note(split.note);
      if (split.fault) faults.push(split.fault);
      fields.correct_answer = split.answer;
      fields.incorrect_answers = [...listOf(fields.incorrect_answers), ...split.others];
    }
    if (sorted.incorrect.length > 0) {
      fields.incorrect_answers = [...listOf(fields.incorrect_answers), ...sorted.incorrect];
    }
    const level = readLevel(fields.difficulty, format.isTyped, mapping.levels);
    fields.difficulty = level.value;
    note(level.note);
    const category = readCategory(fields.category, format, mapping.categories);
    fields.category = category.value;
    note(category.note);
    if (category.topic && fields.topic_focus == null) fields.topic_focus = category.topic;

    const given = optional.filter((field) => fields[field] !== undefined);
    const { id, version, ...content } = fields;
    const identity = readIdentity(id, version, format.isTyped, faults);
    const examined = examine(newQuestion, withDefaults(content, defaults));
    for (const fault of examined.faults) faults.push(toRowFault(fault, fields, names));
    if (faults.length > 0 || !('value' in examined)) return { faults, notes };
    return { question: { ...examined.value, ...identity }, given, notes };
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface SortedColumns {
  readonly fields: Record<string, unknown>;
  /** The file's names of the fields. */
  readonly names: Record<string, string>;
  readonly choices: string[];
  readonly incorrect: string[];
}

function sortColumns(
  values: FileRow['values'],
  columnOf: (name: string) => Column,
  faults: RowFault[],
): SortedColumns {
  const sorted: SortedColumns = { fields: {}, names: {}, choices: [], incorrect: [] };
  for (const name in values) {
    const value = values[name];
    const column = columnOf(name);
    if (column.kind === 'field') {
      const { field } = column;
      const other = sorted.names[field];
      if (other !== undefined) {
        faults.push(duplicateColumn(name, other, field));
        continue;
      }
      sorted.names[field] = name;
      sorted.fields[field] = value;
    } else if (column.kind === 'unknown') {
      faults.push({ ...unknownColumn(name, column.suggestion), ...shown(value) });
    } else if (column.kind !== 'ignored' && value !== null && value !== undefined) {
      const list = column.kind === 'choices' && Array.isArray(value) ? value : [value];
      const target = column.kind === 'incorrect' ? sorted.incorrect : sorted.choices;
      target.push(...list.map(String));
    }
  }
  return sorted;
}

/** Ids of other systems are external ids. */
function readIdentity(
  id: unknown,
  version: unknown,
  isTyped: boolean,
  faults: RowFault[],
): Pick<ImportedQuestion, 'id' | 'version'> {
  const identity: { id?: string; version?: number } = {};
  if (id !== undefined && id !== null) {
    if (typeof id === 'string' && isUuid(id.trim())) identity.id = id.trim().toLowerCase();
    else {
      const detail = 'Must be a UUID. Put ids of other systems into external_id.';
      faults.push({
        field: 'id',
        ...shown(id),
        code: 'invalid',
        detail,
        suggestion: 'Did you mean external_id?',
      });
    }
  }
  if (version !== undefined && version !== null) {
    const number = typeof version === 'string' && !isTyped ? Number(version) : version;
    const isVersion = Number.isInteger(number) && Number(number) >= 1 && Number(number) < 2 ** 31;
    if (isVersion) identity.version = Number(number);
    else {
      const detail = 'Must be the version of the question that the file has, an integer from 1.';
      faults.push({ field: 'version', ...shown(version), code: 'invalid', detail });
    }
  }
  return identity;
}

function withDefaults(fields: Record<string, unknown>, defaults: RowDefaults): object {
  const content: Record<string, unknown> = {};
  for (const name in fields) {
    // What is empty is missing: the rules say whether it may be.
    if (fields[name] !== null) content[contentNames.get(name) ?? name] = fields[name];
  }
  content.category ??= defaults.category;
  content.difficulty ??= defaults.difficulty;
  content.source ??= defaults.source;
  return content;
}

function toRowFault(
  { path, code, detail }: Fault,
  fields: Record<string, unknown>,
  names: Record<string, string>,
): RowFault {
  const [first, index] = path;
  if (typeof first !== 'string') return { field: null, code, detail };
  const field = toSnakeCase(first);
  const whole = fields[field];
  const value = typeof index === 'number' && Array.isArray(whole) ? whole[index] : whole;
  return { field: names[field] ?? field, ...shown(value), code, detail };
}

function shown(value: unknown): { value?: string } {
  if (value === undefined || value === null) return {};
  return { value: cutText(typeof value === 'string' ? value : JSON.stringify(value), 100) };
}
