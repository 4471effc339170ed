import type { QuestionFilter } from '../../domain/question-criteria.ts';
import type { Statement } from '../prepared-query.ts';
import { type StoredQuestion, selectColumns } from '../question-columns.ts';
import { type Bind, conditionsOf, matchesOf } from '../question-list.ts';
import { changesColumn } from '../total-memory.ts';
import { isOfCells, slotOf } from './slots.ts';

/** A row of a page; the id is null in the only row of an empty page. */
export interface SlotRow extends StoredQuestion {
  readonly slot: number;
  /** The highest slot of each cell that was asked for, -1 in an empty one; null if they are the expected ones. */
  readonly tops: number[] | null;
  /** The sum of all changes to questions that the statement saw. */
  readonly changes: string;
}

/** The matching questions that have the given slots, in no order. */
export function readStatement(
  filter: QuestionFilter,
  slots: readonly number[],
  cells: readonly number[],
  expectedTops: readonly number[],
): Statement {
  const values: unknown[] = [slots, cells, expectedTops];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = isOfCells(filter) ? [] : conditionsOf(filter, bind);
  return {
    text: `
      SELECT page.*, here.*
      FROM (SELECT NULLIF(${tops('$2')}, $3::int[]) AS tops, ${changesColumn}) AS here
      LEFT JOIN (
        SELECT ${columns}, slot
        FROM question_slots JOIN questions ON questions.id = question_id
        WHERE ${['slot = ANY($1::int[])', ...conditions].join(' AND ')}
      ) AS page ON TRUE`,
    values,
  };
}

function tops(cells: string): string {
  return `ARRAY(
    SELECT COALESCE((
      SELECT max(slot) FROM question_slots
      WHERE slot BETWEEN cell * ${slotOf(1, 0)} AND cell * ${slotOf(1, 0)} + ${slotOf(1, -1)}
    ), -1) FROM unnest(${cells}::int[]) AS cell)`;
}

/** Which of the slots are those of matching questions, in no order. */
export function probeStatement(filter: QuestionFilter, slots: readonly number[]): Statement {
  const values: unknown[] = [slots];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const [source, conditions] = isOfCells(filter)
    ? ['question_slots', []]
    : ['question_slots JOIN questions ON questions.id = question_id', conditionsOf(filter, bind)];
  return {
    text: `SELECT COALESCE(array_agg(slot), '{}') AS slots FROM ${source}
      WHERE ${['slot = ANY($1::int[])', ...conditions].join(' AND ')}`,
    values,
  };
}

/** The slots of all matching questions, 32 to a row. */
export function surveyStatement(filter: QuestionFilter, cells: readonly number[]): Statement {
  const matches = matchesOf(filter);
  const values = isOfCells(filter) ? [cells] : [...matches.values];
  const slots = isOfCells(filter)
    ? `SELECT slot FROM unnest($1::int[]) AS cell JOIN question_slots
       ON slot BETWEEN cell * ${slotOf(1, 0)} AND cell * ${slotOf(1, 0)} + ${slotOf(1, -1)}`
    : `SELECT slot FROM (SELECT questions.id ${matches.text}) AS matches
       JOIN question_slots ON question_id = matches.id`;
  return {
    text: `SELECT slot >> 5 AS word, bit_or(1 << (slot & 31)) AS bits FROM (${slots}) AS taken
      GROUP BY slot >> 5`,
    values,
  };
}

const columns = selectColumns('questions');
