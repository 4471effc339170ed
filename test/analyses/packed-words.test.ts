import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPackedWord, packWords } from '../../src/analyses/kit/text/packed-words.ts';

describe('packed words', () => {
  it('are found like those of a set', () => {
    const word = fc.stringMatching(/^[a-c]{1,4}$/);
    fc.assert(
      fc.property(fc.uniqueArray(word), fc.array(word), (listed, asked) => {
        const packed = packWords(listed.sort());
        for (const each of [...listed, ...asked, '', 'é'])
          expect(hasPackedWord(packed, each)).toBe(listed.includes(each));
      }),
    );
  });
});
