import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisQuestion } from '../../../src/analyses/analysis-type.ts';
import { normalizeAnswer, readAnswerUnits } from '../../../src/analyses/kit/answers/answer-text.ts';
import { readAnswer } from '../../../src/analyses/kit/pairs/answer-forms.ts';
import { createUnits } from '../../../src/analyses/kit/text/normalized-text.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { semantic } from '../../../src/analyses/types/semantic/semantic.ts';
import { runs } from '../../support/property-runs.ts';
import { ask } from '../asked-questions.ts';
import { runOn } from '../questions.ts';

const text = 'Which of these is the one that was asked for?';

describe.each([
  ['duplicates', (set: AnalysisQuestion[]) => runOn(duplicates, set)],
  ['semantic', (set: AnalysisQuestion[]) => runOn(semantic, set)],
])('%s', (_name, run) => {
  it.each([
    ['&', '@', false],
    ['?', '!', false],
    ['?', '? !', false],
    ['. -', '.-', false],
    ['?', '？', true],
    ['?  !', ' ? ! ', true],
    ['?', 'Paris?', false],
    ['-5', '5', false],
    ['-5', '−5', true],
    ['–5 °C', '-5', true],
    ['5 °C', '-5', false],
    ['x = -5', 'x = 5', false],
    ['(-5, 3)', '(5, 3)', false],
    ['-cos x', 'cos x', false],
    ['O(log n)', 'O(n²)', false],
    ['O(n log n)', 'n log n', true],
    ['O(log n)', 'O(n)', false],
    ['f(x)', 'f(y)', false],
    ['(2/5)mr²', '(1/2)mr²', false],
    ['√π', '√(2π)', false],
    ['4c³ − 3c', '3c − 4c³', false],
    ['√2', 'sqrt(2)', true],
    ['2', 'x = 2', true],
    ['9 November 1989', '1989-11-09', true],
    ['147', 'One hundred and forty-seven', true],
    ['9.81 m/s²', '9.81 m/s^2', true],
    ['From -1 to 1', '-1 to +1', true],
    ['N-acetylcysteine', 'Naloxone', false],
    ['J. Austen', 'Jane Austen', true],
    ['.5', '0.5', true],
    ['COVID-19', 'covid 19', true],
    ['1914-1918', '1914–1918', true],
    ['Van Gogh', 'Vincent van Gogh', true],
    ['New York, New York', 'New York City', true],
    ['Van Gogh', 'Van Halen', false],
  ])('takes the answers %j and %j for the same: %j', async (one, other, isSame) => {
    const { pairs } = await run(ask([text, one], [text, other]));
    expect(pairs.map(({ same_answer }) => same_answer)).toEqual([isSame]);
  });
});

it('reads answers by the rule of the strings', () => {
  const into = createUnits();
  const answer = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('-', '−', '–', '1', '٣', 'x', 'sin', ' ', '?', 'é') }),
  );
  fc.assert(
    fc.property(answer, (each) => {
      readAnswerUnits(each, into);
      const units = Array.from(into.units.subarray(0, into.length));
      const read = units.map((unit) => String.fromCharCode(unit)).join('');
      expect(read).toBe(normalizeAnswer(each));
      expect(read === '').toBe(/^[\p{Z}\p{Cc}\s]*$/u.test(each.normalize('NFKC')));
    }),
    runs(1000),
  );
});

it('reads long answers of digits, letters and parentheses at once', () => {
  for (const part of ['1', 'x ', '(', '[a', 'log ', '^2', '-sin ']) {
    const before = process.cpuUsage();
    readAnswer(`${part.repeat(Math.floor(1000 / part.length))}§`);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  }
});
