import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisItem, Summary } from '../../src/analyses/envelope.ts';
import * as changes from '../../src/analyses/result-changes.ts';
import { resultChanges } from '../../src/analyses/result-changes.ts';
import { quality } from '../../src/analyses/types/quality/quality.ts';
import { runAtOnce } from '../../src/domain/rules.ts';
import { runs } from '../support/property-runs.ts';
import { anyQuestions, makeQuestion, runOn } from './questions.ts';

const valid = 'Which planet is closest to the Sun?';
const bank = (texts: Record<string, string>) =>
  Object.entries(texts).map(([id, questionText]) => makeQuestion({ id, questionText }));

interface Result {
  readonly summary: Summary;
  readonly items: readonly Pick<AnalysisItem, 'question_id' | 'flagged' | 'reasons'>[];
}

function compareResults(before: Result, after: Result) {
  const flagsOf = ({ items }: Result) =>
    new Map(items.filter(({ flagged }) => flagged).map((item) => [item.question_id, item.reasons]));
  const [were, are] = [flagsOf(before), flagsOf(after)];
  const pairs = [...new Set([...were.keys(), ...are.keys()])].sort().map((question_id) => ({
    question_id,
    before: were.get(question_id) ?? null,
    after: are.get(question_id) ?? null,
  }));
  return changes.compareResults(
    { summary: before.summary, listed: were.size },
    { summary: after.summary, listed: are.size },
    runAtOnce(changes.compareFlags(pairs)),
  );
}

describe('a comparison of two results', () => {
  it('tells what is new, what is gone and how the score moved', async () => {
    const before = await runOn(
      quality,
      bank({ a: 'Why?', b: 'Which is not &amp; that?', c: 'Who ?', d: valid }),
    );
    const after = await runOn(
      quality,
      bank({ a: 'Why?', b: 'Which is not so currently?', c: valid, d: 'Who?' }),
    );
    const { score, summary, unchanged, ...rest } = compareResults(before, after);
    expect(rest).toEqual({
      new_count: 2,
      gone_count: 2,
      new: [
        { question_id: 'b', reasons: ['currently'] },
        { question_id: 'd', reasons: ['too_short'] },
      ],
      gone: [
        { question_id: 'b', reasons: ['html_entity'] },
        { question_id: 'c', reasons: ['stray_whitespace', 'too_short'] },
      ],
      warnings: [],
    });
    expect(unchanged).toBe(1);
    expect(score).toEqual({ before: 0.25, after: 0.25, change: 0 });
    expect(summary).toContainEqual({ figure: 'errors', before: 1, after: 0, change: -1 });
  });

  it('says so when a result does not list what it flagged', async () => {
    const before = await runOn(quality, bank({ a: 'Why?' }), { items: 'none' });
    const after = await runOn(quality, []);
    const { warnings, score } = compareResults(before, after);
    expect(warnings).toEqual([
      { code: 'items_missing', detail: 'The earlier result lists 0 of its 1 flagged questions.' },
    ]);
    expect(score).toEqual({ before: 0, after: null, change: null });
  });

  it('of a result with itself finds nothing, and turned round turns round', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuestions, anyQuestions, async (one, other) => {
        const [first, second] = [await runOn(quality, one), await runOn(quality, other)];
        const same = resultChanges.parse(compareResults(first, first));
        expect([same.new, same.gone, same.unchanged]).toEqual([[], [], first.summary.flagged]);
        const [there, back] = [compareResults(first, second), compareResults(second, first)];
        expect([there.new, there.gone]).toEqual([back.gone, back.new]);
      }),
      runs(30),
    );
  });
});
