import { isContrast, isGeneralFor } from './contrasts.ts';
import { frameWords, lightWords } from './frame-words.ts';
import { isNearSynonym } from './near-synonyms.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isSlip, isSpellingVariant } from './spelling-variant.ts';

/** How the content words of two questions correspond. */
export interface ContentMatch {
  /** The weight of the words both have, and of all words of each. */
  readonly shared: number;
  readonly left: number;
  readonly right: number;
  /** The words that correspond. */
  readonly pairs: readonly (readonly [ContentWord, ContentWord])[];
  /** Whether some of them mean the same only in some questions. */
  readonly hasNear: boolean;
  /** The number of words both have that carry weight. */
  readonly sharedWords: number;
  /** Words that only one of them has. */
  readonly onlyLeft: readonly ContentWord[];
  readonly onlyRight: readonly ContentWord[];
}

/** With `isLoose` a slip of one letter is the same word: right where the answers agree. */
export function matchContent(one: ReadStem, other: ReadStem, isLoose = false): ContentMatch {
  const rest = distinct(other.content);
  const pairs: [ContentWord, ContentWord][] = [];
  const match = (words: readonly ContentWord[], isSame: typeof isSameContent) =>
    words.filter((word) => {
      const at = rest.findIndex((each) => isSame(word, each));
      const found = rest[at];
      if (!found) return true;
      pairs.push([word, found]);
      rest.splice(at, 1);
      return false;
    });
  // General words match special ones only where nothing better does.
  const withoutSame = match(distinct(one.content), isSameContent);
  const withoutGeneral = match(
    isLoose ? match(withoutSame, isMisspelled) : withoutSame,
    (word, each) => isGeneralFor(word.meaning, each.meaning),
  );
  const matched = pairs.length;
  const onlyLeft = match(withoutGeneral, areNear);
  const shared = pairs.reduce((sum, [left, right]) => sum + pairWeight(left, right), 0);
  return {
    pairs,
    hasNear: pairs.length > matched,
    shared,
    left: shared + weightOfAll(onlyLeft),
    right: shared + weightOfAll(rest),
    sharedWords: pairs.filter(([left, right]) => pairWeight(left, right) >= 1).length,
    onlyLeft: onlyLeft.filter((word) => !isFrameOf(other, word)),
    onlyRight: rest.filter((word) => !isFrameOf(one, word)),
  };
}

/** Without quotes, "of" in a title is no content. */
function isFrameOf({ text }: ReadStem, { form }: ContentWord): boolean {
  return frameWords.has(form) && ` ${text} `.includes(` ${form} `);
}

function distinct(content: readonly ContentWord[]): ContentWord[] {
  return content.filter(
    ({ meaning, kind }, at) =>
      kind === 'number' || content.findIndex((word) => word.meaning === meaning) === at,
  );
}

function isSameContent(one: ContentWord, other: ContentWord): boolean {
  if (one.meaning === other.meaning) return true;
  if (one.kind === 'number' || other.kind === 'number') return false;
  return isSpellingVariant(one.form, other.form) && !isContrast(one.meaning, other.meaning);
}

function areNear(one: ContentWord, other: ContentWord): boolean {
  return one.kind === 'word' && other.kind === 'word' && isNearSynonym(one.meaning, other.meaning);
}

function isMisspelled(one: ContentWord, other: ContentWord): boolean {
  if (one.kind === 'number' || other.kind === 'number') return false;
  return isSlip(one.form, other.form) && !isContrast(one.meaning, other.meaning);
}

/** A word that only one of two questions singles out weighs less. */
function pairWeight(one: ContentWord, other: ContentWord): number {
  return (weightOf(one) + weightOf(other)) / 2;
}

function weightOf({ kind, meaning, isFocus }: ContentWord): number {
  if (kind === 'name') return 2;
  if (kind === 'number') return 1.5;
  return isFocus || lightWords.has(meaning) ? 0.4 : 1;
}

function weightOfAll(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}
