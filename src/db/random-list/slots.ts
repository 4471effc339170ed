import { categories, difficultyNames } from '../../domain/question.ts';
import type { QuestionFilter } from '../../domain/question-criteria.ts';

/**
 * A category and a level are a cell. A slot has the number of its cell in the higher bits and a number within
 * the cell in the lower ones, as `new_question_slot()` in the database gives them.
 */
const numberBits = 26;
/** The number of a cell takes so many bits. */
export const cellBits = 5;
export const cellCount = categories.length * difficultyNames.length;

export function slotOf(cell: number, number: number): number {
  return cell * 2 ** numberBits + number;
}

export function cellOf(slot: number): number {
  return slot >>> numberBits;
}

export function numberOf(slot: number): number {
  return slot & (2 ** numberBits - 1);
}

/** The cells whose questions can match. */
export function cellsOf({ category, difficulty }: QuestionFilter): number[] {
  const cells: number[] = [];
  for (const [index, each] of categories.entries()) {
    if (category && !category.includes(each)) continue;
    for (const level of difficultyNames.keys()) {
      if (!difficulty || (difficulty as readonly number[]).includes(level)) {
        cells.push(index * difficultyNames.length + level);
      }
    }
  }
  return cells;
}

/** Whether cells say all that the criteria do. */
export function isOfCells({ category: _, difficulty: __, ...others }: QuestionFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}
