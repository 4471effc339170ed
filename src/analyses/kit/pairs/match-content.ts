import { isContrast, isGeneralFor } from './contrasts.ts';
import { frameWords, lightWords } from './frame-words.ts';
import { isNearSynonym } from './near-synonyms.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isShortName } from './short-names.ts';
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

/** The share of the content that both have, 0–1. */
export function likenessOf({ shared, left, right }: ContentMatch): number {
  const all = Math.max(left, right);
  return all === 0 ? 0 : Math.min(1, shared / all);
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
  const onlyLeft = joinCompounds(match(withoutGeneral, areNear), rest, pairs);
  const shared = pairs.reduce((sum, [left, right]) => sum + pairWeight(left, right), 0);
  return {
    pairs,
    hasNear: pairs.length > matched,
    shared,
    left: shared + weightOfAll(onlyLeft),
    right: shared + weightOfAll(rest),
    sharedWords: pairs.filter(([left, right]) => pairWeight(left, right) >= 1).length,
    onlyLeft: onlyLeft.filter((word) => !isFrameOf(other, word) && !isAside(word, rest)),
    onlyRight: rest.filter((word) => !isFrameOf(one, word) && !isAside(word, onlyLeft)),
  };
}

/** "Chessboard" and "chess board". */
function joinCompounds(
  words: readonly ContentWord[],
  rest: ContentWord[],
  pairs: [ContentWord, ContentWord][],
): readonly ContentWord[] {
  if (words.length === 0 || rest.length === 0) return words;
  const left = [...words];
  const join = (whole: ContentWord[], parts: ContentWord[], isTurned: boolean) => {
    for (let at = 0; at + 1 < parts.length; at += 1) {
      const [first, second] = [parts[at], parts[at + 1]];
      const found = whole.findIndex(
        ({ form }) => first && second && form === first.form + second.form,
      );
      const word = whole[found];
      if (!first || !word) continue;
      pairs.push(isTurned ? [first, word] : [word, first]);
      whole.splice(found, 1);
      parts.splice(at, 2);
    }
  };
  join(left, rest, false);
  join(rest, left, true);
  return left;
}

/** Between commas, and nothing of its kind in the other question: it describes, and does not distinguish. */
function isAside({ isAside, kind }: ContentWord, others: readonly ContentWord[]): boolean {
  return isAside && !others.some((word) => word.kind === kind && kind !== 'word');
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
  if (one.kind === 'name' && other.kind === 'name' && isShortName(one.form, other.form))
    return true;
  if (one.kind === 'number' || other.kind === 'number') return false;
  return isSpellingVariant(one.form, other.form) && !isContrast(one.meaning, other.meaning);
}

function areNear(one: ContentWord, other: ContentWord): boolean {
  if (one.kind === 'name' && other.kind === 'name') return isOrigin(one.form, other.form);
  if (one.kind !== 'word' || other.kind !== 'word') return false;
  if (one.isQualifier !== other.isQualifier && !areLast(one, other)) return false;
  return (
    isNearSynonym(one.meaning, other.meaning) ||
    isDerived(one.form, other.form) ||
    areLast(one, other)
  );
}

/** "The last tsar", "the final tsar", "the maximum", "the highest": only one of the words says nothing else. */
export function areLast({ form: one }: ContentWord, { form: other }: ContentWord): boolean {
  return extremes.get(one)?.has(other) === true || extremes.get(other)?.has(one) === true;
}

const extremes = new Map([
  ['last', new Set(['final'])],
  ['maximum', new Set(['highest', 'greatest', 'largest'])],
  ['minimum', new Set(['lowest', 'smallest'])],
]);

/** "Iberia" and "Iberian", "Sikhs" and "Sikhism", "Islam" and "Muslims". */
export function isOrigin(one: string, other: string): boolean {
  if (irregularOrigins.get(one)?.has(other) || irregularOrigins.get(other)?.has(one)) return true;
  if (one[0] !== other[0] || one[1] !== other[1]) return false;
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length <= 2) return false;
  if (longer.startsWith(shorter) && origins.has(longer.slice(shorter.length))) return true;
  const base = faithOf(one);
  return base.length > 3 && base === faithOf(other);
}

const irregularOrigins = new Map([
  ['scotland', new Set(['scots'])],
  ['australia', new Set(['aussie'])],
  ['islam', new Set(['muslim', 'muslims'])],
  ['judaism', new Set(['jewish', 'jews'])],
]);

const faithOf = (name: string) => name.replace(/(?:ism|ists?|ity|s)$/, '');

const origins = new Set(['n', 'an', 'ian', 'ese', 'nese', 'se', 'ish', 'i', 'ic']);

const suffixes =
  /^(?:s|es|e?d|er|ers|or|ors|ist|ists|ian|ians|ion|ions|ation|ations|ition|ment|ments|ing|ings|ance|ence|ancy|y|ly|ic|ical|al|ial|ous|ive|ity|ty|ness|ship|ology|ological|able|ary|ery|ant|ent)$/;

/** "Myth" and "mythology", "bomb" and "bombing", "celebrate" and "celebration". */
export function isDerived(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const base = shorter.replace(/(?:e|y|s)$/, '');
  if (base.length < 4 || !longer.startsWith(base)) return false;
  return suffixes.test(longer.slice(base.length)) && !isContrast(one, other);
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
