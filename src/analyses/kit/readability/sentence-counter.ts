import { type CharacterKind, isWordKind, kinds } from './character-kind.ts';

/** Shorter pieces are initials, numbers split at the decimal point and the like. */
const maxFragmentWords = 2;

/**
 * Counts sentences like textstat: matches of `\b[^.!?]+[.!?]*` with more than two words. Reads one
 * character at a time.
 */
export class SentenceCounter {
  #state: 'between' | 'inside' | 'ending' = 'between';
  #isAfterWordCharacter = false;
  #isInWord = false;
  #words = 0;
  #sentences = 0;

  /** `isOfWord`: whether the character remains when punctuation is removed. */
  see(kind: CharacterKind, isOfWord: boolean): void {
    const isWordCharacter = isWordKind(kind);
    const isBoundary = isWordCharacter !== this.#isAfterWordCharacter;
    this.#isAfterWordCharacter = isWordCharacter;
    if (kind === kinds.sentenceEnd) {
      if (this.#state === 'inside') this.#state = 'ending';
      return;
    }
    if (this.#state === 'ending') this.#close();
    if (this.#state === 'between' && isBoundary) this.#state = 'inside';
    if (this.#state !== 'inside') return;
    if (kind === kinds.space) this.#isInWord = false;
    else if (isOfWord && !this.#isInWord) {
      this.#isInWord = true;
      this.#words += 1;
    }
  }

  /** At least one. */
  finish(): number {
    this.#close();
    return Math.max(1, this.#sentences);
  }

  #close(): void {
    if (this.#words > maxFragmentWords) this.#sentences += 1;
    this.#state = 'between';
    this.#isInWord = false;
    this.#words = 0;
  }
}
