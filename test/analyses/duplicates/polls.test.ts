import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../../src/analyses/analysis-type.ts';
import { joinByCosine } from '../../../src/analyses/types/duplicates/cosine-join.ts';
import { buildGramSets } from '../../../src/analyses/types/duplicates/gram-sets.ts';
import { joinByMinhash } from '../../../src/analyses/types/duplicates/minhash-join.ts';
import { createPairCollector } from '../../../src/analyses/types/duplicates/pair-collector.ts';
import { indexPrefixes, joinByPrefix } from '../../../src/analyses/types/duplicates/prefix-join.ts';
import { groupQuestions } from '../../../src/analyses/types/duplicates/question-groups.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { defaultLimits } from '../../../src/analyses/types/duplicates/search-limits.ts';
import { buildWordVectors } from '../../../src/analyses/types/duplicates/word-vectors.ts';
import { makeQuestion, silent } from '../questions.ts';
import { everyone, judgeAllConflicts, longSiblings, readTable } from './tables.ts';

/** Aborted at the first pair it finds, a join of few but long texts must not continue to the end. */
describe('a join of few long texts stops in the middle', () => {
  const table = readTable(longSiblings(60));
  const sets = buildGramSets(table.grams, table.stemKeys, true, silent);
  const vectors = buildWordVectors(table.words, table.wordKeys, sets.stems, silent);
  const signal = { aborted: false };
  const control = { ...silent, signal };
  const stop = () => {
    signal.aborted = true;
  };
  const joins = {
    exact: () => {
      const index = indexPrefixes(sets, 0.7, everyone, silent);
      joinByPrefix(sets, index, 0.7, everyone, defaultLimits, control, stop);
    },
    minhash: () => {
      const parameters = { threshold: 0.7, permutations: 128, seed: 1 };
      joinByMinhash(sets, parameters, everyone, defaultLimits, control, stop);
    },
    tfidf: () => joinByCosine(vectors, 0.5, everyone, defaultLimits, control, stop),
  };

  it.each(['exact', 'minhash', 'tfidf'] as const)('by %s', (name) => {
    signal.aborted = false;
    expect(joins[name]).toThrow(AnalysisCancelled);
  });
});

describe('the collector of pairs', () => {
  function createCollector(answers: number) {
    const table = createQuestionTable(4);
    for (const stem of ['one', 'two']) {
      for (let at = 0; at < answers; at += 1) {
        const id = `q-${stem}-${1000 + at}`;
        table.addSelected(makeQuestion({ id, questionText: stem, correctAnswer: `Town ${at}` }));
      }
    }
    const read = table.read();
    const signal = { aborted: false };
    const collector = createPairCollector({
      groups: groupQuestions(read, silent),
      threshold: 0.7,
      judge: judgeAllConflicts,
      control: { ...silent, signal },
    });
    return { collector, signal };
  }

  it('stops among the answers of two stems', () => {
    const { collector, signal } = createCollector(100);
    signal.aborted = true;
    expect(() => collector.add(0, 1, 1, 1)).toThrow(AnalysisCancelled);
  });

  it('stops while it sorts', () => {
    const { collector, signal } = createCollector(100);
    for (let times = 0; times < 5; times += 1) collector.add(0, 1, 1, 1 - times / 10);
    signal.aborted = true;
    expect(() => collector.read()).toThrow(AnalysisCancelled);
  });
});
