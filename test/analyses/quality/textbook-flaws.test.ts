import { describe, expect, it } from 'vitest';
import { quality } from '../../../src/analyses/types/quality/quality.ts';
import { runOn } from '../questions.ts';
import { textbookFlaws } from './textbook-flaws.ts';

const rename = <T extends object>(question: T, id: string) => ({ ...question, id });

describe('the textbook flaws', () => {
  it('are 45 kinds, each with an item that has it and one that has not', () => {
    expect(new Set(textbookFlaws.map(({ kind }) => kind)).size).toBe(45);
  });

  it('are all found by their rules', async () => {
    const flawed = textbookFlaws.map((flaw) => rename(flaw.flawed, flaw.kind));
    const { items } = await runOn(quality, flawed, { items: 'all' });
    const found = new Map(items.map(({ question_id, reasons }) => [question_id, reasons]));
    const missed = textbookFlaws.filter(({ kind, rule }) => !found.get(kind)?.includes(rule));
    expect(missed.map(({ kind }) => kind)).toEqual([]);
  });

  it('are not found in items that only look like it', async () => {
    const sound = textbookFlaws.map((flaw) => rename(flaw.sound, flaw.kind));
    const { items } = await runOn(quality, sound, { items: 'all' });
    const found = new Map(items.map(({ question_id, reasons }) => [question_id, reasons]));
    const mistaken = textbookFlaws.filter(({ kind, rule }) => found.get(kind)?.includes(rule));
    expect(mistaken.map(({ kind }) => kind)).toEqual([]);
    expect(items.filter(({ flagged }) => flagged)).toEqual([]);
  });
});
