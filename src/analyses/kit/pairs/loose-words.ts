import { stemmer } from 'stemmer';
import { isGeneralFor } from './contrasts.ts';
import { looseSynonyms } from './frame-words.ts';
import { areLast, isDerived, isOrigin } from './match-content.ts';
import { isNearSynonym } from './near-synonyms.ts';
import type { ContentWord } from './read-question.ts';
import { hasSameSound } from './spelling-variant.ts';

interface LooseContext {
  /** Whether both have no other name. */
  readonly isWholeName: boolean;
  readonly isExchanged: boolean;
  /** Whether one of them says "the Beatles". */
  readonly isGroup: boolean;
}

/** Enough for a paraphrase, not for a contradiction: sea and ocean, myologist and mycologist. */
export function areLoose(
  one: ContentWord,
  other: ContentWord,
  { isWholeName, isExchanged, isGroup }: LooseContext,
): boolean {
  if (one.form === other.form) return false;
  // "Alien" and "Aliens" are two films, "World Cups" and main and mainly are one word.
  if (one.kind === 'name' && other.kind === 'name' && isPlural(one.form, other.form)) {
    return isWholeName && !isGroup;
  }
  const isName = one.kind === 'name' || other.kind === 'name';
  if (isName && hasSameSound(one.form, other.form)) return false;
  if (`${one.form}ly` === other.form || one.form === `${other.form}ly`) return false;
  if (one.meaning === other.meaning) {
    // "Who led" and "who was the leader of".
    const isLed = leading.test(one.form) && leading.test(other.form);
    const isLoose = isExchanged && looseSynonyms.has(one.meaning) && !isLed;
    return isLoose && stemmer(one.form) !== stemmer(other.form);
  }
  const isSynonym =
    isGeneralFor(one.meaning, other.meaning) ||
    isNearSynonym(one.meaning, other.meaning) ||
    areLast(one, other) ||
    (one.kind === 'name' && other.kind === 'name' && isOrigin(one.form, other.form)) ||
    isDerived(one.form, other.form);
  // "Chessboard", "chess board".
  const isPart = one.form.startsWith(other.form) || other.form.startsWith(one.form);
  return one.form.length !== other.form.length && !isSynonym && !(isPart && !isExchanged);
}

const leading = /^le(?:d|ad\w*)$/;

function isPlural(one: string, other: string): boolean {
  return one === `${other}s` || other === `${one}s`;
}
