import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { Draft } from './drafts.ts';

/** P: the same in other words; C: with another answer; A: with another form of the answer; S: another question. */
export type PairLabel = 'P' | 'C' | 'S' | 'A';

export interface LabelledPair {
  readonly label: PairLabel;
  /** The id of the first question, which is stored. */
  readonly id: string;
  readonly draft: Draft;
}

const files = ['development', 'held-out'];
const common = { category: 'General Knowledge', difficulty: 1 };

/** Stores the first question of each pair; the other one is about to be written. */
export async function storePairs(client: pg.Client): Promise<LabelledPair[]> {
  const lines = files.flatMap((name) =>
    readFileSync(new URL(`../analysis/pairs/${name}.tsv`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  const pairs: LabelledPair[] = [];
  for (const line of lines) {
    const [label, text, answer, question_text = '', correct_answer = ''] = line.split('\t');
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
       VALUES (gen_random_uuid(), $1, $2, $3, $4) RETURNING id`,
      [text, answer, common.category, common.difficulty],
    );
    const draft = { ...common, question_text, correct_answer };
    pairs.push({ label: label as PairLabel, id: rows[0]?.id ?? '', draft });
  }
  return pairs;
}
