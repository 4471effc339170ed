import * as z from 'zod';
import { categories, difficultyNames } from '../../../domain/question.ts';
import { category, difficulty } from '../../../domain/question-input.ts';
import { share } from '../../envelope.ts';

const row = z.strictObject({
  category: category.optional(),
  difficulty: difficulty.optional(),
  share: share.meta({ description: 'Target share; shares are normalized to sum to 1.' }),
});

type BlueprintRow = z.output<typeof row>;

export const defaultCategories: BlueprintRow[] = categories.map((name) => ({
  category: name,
  share: Number((1 / categories.length).toFixed(6)),
}));

export const defaultLevels: BlueprintRow[] = [0.4, 0.35, 0.25].map((each, level) => ({
  difficulty: level,
  share: each,
}));

export const blueprint = z
  .array(row)
  .max(100)
  .check((payload) => {
    for (const { path, message } of listContradictions(payload.value)) {
      const params = { code: 'contradiction' };
      payload.issues.push({ code: 'custom', input: payload.value, message, params, path });
    }
  })
  .meta({
    description:
      'Target shares. Rows with a category set the distribution over categories, rows with a ' +
      'difficulty that over difficulty levels, rows with both the shares of single cells. A ' +
      'category, level or cell without a row gets a target of 0 if others of its kind have rows. ' +
      'Default: uniform over categories, 40/35/25 % over difficulty levels.',
  });

/** The target share of a category and difficulty; null means any. */
export interface Blueprint {
  of(category: string | null, difficulty: number | null): number;
}

export function readBlueprint(rows: readonly BlueprintRow[]): Blueprint {
  const cells = readShares(
    rows.filter((each) => each.category !== undefined && each.difficulty !== undefined),
  );
  if (cells.size > 0) return ofCells(cells);
  const byCategory = rows.filter((each) => each.category !== undefined);
  const byLevel = rows.filter((each) => each.difficulty !== undefined);
  const categoryShares = readShares(byCategory.length > 0 ? byCategory : defaultCategories);
  const levelShares = readShares(byLevel.length > 0 ? byLevel : defaultLevels);
  const read = (shares: Map<string, number>, key: string) => shares.get(key) ?? 0;
  return {
    of: (name, level) =>
      (name === null ? 1 : read(categoryShares, keyOf(name, undefined))) *
      (level === null ? 1 : read(levelShares, keyOf(undefined, level))),
  };
}

function ofCells(cells: Map<string, number>): Blueprint {
  const sum = (keys: string[]) => keys.reduce((total, key) => total + (cells.get(key) ?? 0), 0);
  return {
    of: (name, level) => {
      const names = name === null ? categories : [name];
      const levels = level === null ? difficultyNames.map((_, each) => each) : [level];
      return sum(names.flatMap((one) => levels.map((other) => keyOf(one, other))));
    },
  };
}

function readShares(rows: readonly BlueprintRow[]): Map<string, number> {
  const total = rows.reduce((sum, each) => sum + each.share, 0);
  return new Map(rows.map((each) => [keyOf(each.category, each.difficulty), each.share / total]));
}

function keyOf(name: string | undefined, level: number | undefined): string {
  return JSON.stringify([name ?? null, level ?? null]);
}

interface Contradiction {
  readonly path: (string | number)[];
  readonly message: string;
}

function listContradictions(rows: readonly BlueprintRow[]): Contradiction[] {
  const kindOf = (each: BlueprintRow) =>
    `${each.category === undefined ? '' : 'category '}${each.difficulty === undefined ? '' : 'difficulty'}`;
  const seen = new Set<string>();
  const totals = new Map<string, number>();
  const found = rows.flatMap((each, index): Contradiction[] => {
    const [kind, key] = [kindOf(each), keyOf(each.category, each.difficulty)];
    totals.set(kind, (totals.get(kind) ?? 0) + each.share);
    if (kind === '') return [{ path: [index], message: 'Set category, difficulty or both.' }];
    if (seen.has(key))
      return [
        {
          path: [index],
          message: 'Duplicate: an earlier row has the same category and difficulty.',
        },
      ];
    seen.add(key);
    return [];
  });
  if (totals.size > 1 && totals.has('category difficulty')) {
    found.push({
      path: [],
      message:
        'Rows with both category and difficulty cannot be combined with rows that have only one of them.',
    });
  }
  for (const total of totals.values()) {
    if (total === 0)
      found.push({ path: [], message: 'At least one share must be greater than 0.' });
  }
  return found;
}
