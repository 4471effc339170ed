import { isGeneral } from './contrasts.ts';
import { weakWords } from './frame-words.ts';
import { addsNothing } from './idle-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';

/** Equal for most rewordings of a question. */
export interface Signatures {
  /** The words that two questions must share to be the same one, sorted. */
  readonly content: string;
  /** The same without what is asked for: "who painted Guernica", "which artist painted Guernica". */
  readonly subject: string;
  /** The names and numbers alone, which no rewording changes; nothing without a name. */
  readonly names: string;
}

/** Words of little weight, and verbs that others may stand for, are left out. */
export function signaturesOf(stem: ReadStem): Signatures {
  const isWeak = ({ kind, meaning }: ContentWord) =>
    weakWords.has(meaning) || (kind === 'word' && isGeneral(meaning));
  const words = stem.content.filter((word) => !isWeak(word) && !addsNothing(word, stem, []));
  const subjects = words.filter(({ isFocus }) => !isFocus);
  const isTelling = subjects.length > 1 || subjects.some(({ kind }) => kind !== 'word');
  const names = words.filter(({ kind, isAside }) => kind !== 'word' && !isAside);
  return {
    content: join(words),
    subject: isTelling ? join(subjects) : '',
    names: names.some(({ kind }) => kind === 'name') ? join(names) : '',
  };
}

function join(words: readonly ContentWord[]): string {
  return [...new Set(words.map(({ meaning }) => meaning))].sort().join(' ');
}
