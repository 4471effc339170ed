import { describe, expect, it } from 'vitest';
import { buildCandidateQuery } from '../../src/db/candidates/candidate-query.ts';
import { createWordFrequencies } from '../../src/db/candidates/word-frequencies.ts';

const frequencies = createWordFrequencies(
  100_000,
  ['capit', 'film', 'music', 'name', 'play', 'type'],
  [0.003, 0.06, 0.12, 0.07, 0.05, 0.02, 0.0025, 0.12],
);

const matchesOf = (stem: string[], answer: string[] = []) =>
  buildCandidateQuery({ stem, answer }, frequencies)?.matches;

describe('the query for candidates', () => {
  it('combines rare words in pairs, and the answer with any of them', () => {
    expect(matchesOf(['lisa', 'mona'], ['leonardo'])).toBe(
      "(('leonardo' & ('lisa' | 'mona')) | ('lisa' & 'mona'))",
    );
  });

  it('requires more words the more frequent they are', () => {
    expect(matchesOf(['capit', 'film', 'name'])).toBe("('capit' & 'film' & 'name')");
    expect(matchesOf(['capit', 'zzyzx'])).toBe("('zzyzx' & 'capit')");
  });

  it('reads no words that are too frequent for the work it may do', () => {
    expect(matchesOf(['music', 'name'])).toBe("('name' & 'music')");
    expect(matchesOf(['music'])).toBeUndefined();
    expect(matchesOf([])).toBeUndefined();
  });

  it('uses the rarest words of a long text', () => {
    const rare = Array.from({ length: 300 }, (_, n) => `rare${n}`);
    expect((matchesOf(['name', ...rare], rare) ?? '').length).toBeLessThan(500);
    expect(matchesOf(['name', ...rare])).not.toContain('name');
  });

  it('quotes lexemes', () => {
    expect(matchesOf(["o'neil", 'c\\d'])).toBe("('o''neil' & 'c\\\\d')");
  });
});
