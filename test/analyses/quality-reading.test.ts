import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/analyses/kit/text/characters.ts';
import { readWords } from '../../src/analyses/kit/text/words.ts';
import { type ReadText, readQuestion } from '../../src/analyses/types/quality/rule.ts';
import { qualityRules } from '../../src/analyses/types/quality/rules.ts';
import { runs } from '../support/property-runs.ts';
import { limits } from './quality-rule.ts';
import { makeQuestion } from './questions.ts';

const pieces = [
  'a',
  'É',
  "'",
  '’',
  '5',
  '٣',
  ' ',
  '\u0301',
  '𝔘',
  '😀',
  '\ud83d',
  '日',
  '_',
  '-',
  'ǅ',
];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

describe('words', () => {
  it('are letters and numbers, with apostrophes between letters', () => {
    const definition = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
    fc.assert(
      fc.property(anyText, (text) => {
        const words = Array.from(text.matchAll(definition), ({ 0: raw, index: start }) => ({
          raw,
          folded: raw.toLowerCase().replaceAll('’', "'"),
          start,
          end: start + raw.length,
        }));
        expect(readWords(text)).toEqual(words);
      }),
      runs(2000),
    );
  });
});

const signs = [
  'a',
  'B',
  ' ',
  '\t',
  '\u00a0',
  '\u200b',
  '&amp;',
  '<b>',
  '"',
  '“',
  '»',
  '(',
  ']',
  '?',
];
const oddText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...signs, ',', '\u0007', '\ufffd', '😀', '\ude00'),
    maxLength: 15,
  }),
  fc.string({ unit: 'binary', maxLength: 15 }),
);

describe('the kinds of characters in a text', () => {
  it('never keep a rule from a finding', () => {
    const others = 0xffff & ~(kinds.lowerCase | kinds.questionMark);
    const suspect = (read: ReadText) => ({ ...read, kinds: read.kinds | others });
    fc.assert(
      fc.property(oddText, oddText, (questionText, correctAnswer) => {
        const read = readQuestion(makeQuestion({ questionText, correctAnswer }));
        const [stem, answer] = [suspect(read.stem), suspect(read.answer)];
        const all = { ...read, stem, answer, texts: [stem, answer] };
        for (const rule of qualityRules) {
          expect(rule.check(read, limits), rule.id).toEqual(rule.check(all, limits));
        }
      }),
      runs(500),
    );
  });
});
