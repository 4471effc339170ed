import { describe, expect, it } from 'vitest';
import { AnalysisCancelled, visitQuestions } from '../../src/analyses/analysis-type.ts';
import { makeQuestion, pagesOf, silent } from './questions.ts';

const thousand = Array.from({ length: 1000 }, (_, at) => makeQuestion({ id: `q-${at}` }));

describe('a visit to questions', () => {
  it('stops within ten of them, however large the page', async () => {
    const signal = { aborted: false };
    let seen = 0;
    const visit = visitQuestions([thousand], { ...silent, signal }, () => {
      seen += 1;
      signal.aborted = seen > 234;
    });
    await expect(visit).rejects.toThrow(AnalysisCancelled);
    expect(seen).toBeLessThanOrEqual(244);
  });

  it('tells its progress every two hundred, though it asks more often', async () => {
    const shares: number[] = [];
    let asked = 0;
    const signal = {
      get aborted() {
        asked += 1;
        return false;
      },
    };
    const progress = (share: number) => void shares.push(share);
    await visitQuestions(pagesOf(thousand, 500), { progress, signal, total: 1000 }, () => {});
    expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1, 1]);
    expect(asked).toBeGreaterThan(100);
  });
});
