import { describe, expect, it } from 'vitest';
import { textbookFlaws } from './textbook-flaws.ts';

describe('the textbook flaws', () => {
  it('are 45 kinds, each with an item that has it and one that has not', () => {
    expect(new Set(textbookFlaws.map(({ kind }) => kind)).size).toBe(45);
    const texts = textbookFlaws.flatMap(({ flawed, sound }) => [flawed, sound]);
    expect(texts.every(({ questionText, correctAnswer }) => questionText && correctAnswer)).toBe(
      true,
    );
  });
});
