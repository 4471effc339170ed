import { describe, expect, it } from 'vitest';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { ask } from '../asked-questions.ts';
import { runOn } from '../questions.ts';

const long =
  'Which film of them all won the award of the academy for the best original song, the best actor, the best sound and the best';

async function kindOf(one: [string, string], other: [string, string]) {
  const { pairs, summary } = await runOn(duplicates, ask(one, other));
  expect(pairs[0]?.jaccard).toBeGreaterThanOrEqual(0.9);
  return [pairs[0]?.kind, summary.flagged];
}

describe('of two stems nearly the same with different answers', () => {
  it.each([
    ['another year', `${long} picture in 1987?`, `${long} picture in 1988?`],
    ['a number more', `${long} picture of all?`, `${long} picture of all 3?`],
    ['a number twice', `${long} picture, 7?`, `${long} picture, 7, 7?`],
    ['a number in a word', `${long} picture x2?`, `${long} picture x3?`],
    ['a number in superscript', `${long} picture x²?`, `${long} picture x³?`],
    ['digits of another script', `${long} صورة ١٩٨٧؟`, `${long} صورة ١٩٨٨؟`],
  ])('%s makes another question', async (_what, one, other) => {
    expect(await kindOf([one, 'Nine'], [other, 'Ten'])).toEqual(['template_sibling', 0]);
  });

  it.each([
    ['the same year', `${long} picture in 1987?`, `${long} pictures in 1987?`],
    ['no number', `${long} picture?`, `${long} pictures?`],
    ['the same numbers in another order', `${long} picture 1 or 2?`, `${long} picture 2 or 1?`],
  ])('%s makes one answer wrong', async (_what, one, other) => {
    expect(await kindOf([one, 'Nine'], [other, 'Ten'])).toEqual(['answer_conflict', 2]);
  });

  it('the same answer does not make them one question', async () => {
    const kind = await kindOf([`${long} in 1987?`, 'Nine'], [`${long} in 1988?`, 'nine']);
    expect(kind).toEqual(['template_sibling', 0]);
  });
});
