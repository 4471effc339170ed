import { isContrast, isGeneralFor } from './contrasts.ts';
import { frameWords, lightWords } from './frame-words.ts';
import { isNearSynonym } from './near-synonyms.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isSlip, isSpellingVariant } from './spelling-variant.ts';
import { areAntonyms, areRelated } from './word-relations.ts';

/** How the content words of two questions correspond. */
export interface ContentMatch {
  /** The weight of the words both have, and of all words of each. */
  readonly shared: number;
  /** What of it is the weight of words that only a dictionary relates. */
  readonly related: number;
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
  const named = joinNames(withoutGeneral, rest, one, other, pairs);
  const matched = pairs.length;
  const withoutNear = match(named, areNear);
  const near = pairs.length;
  const withoutRelated = match(withoutNear, (word, each) => mayCorrespond(word, each, one, other));
  const related = weightOfPairs(pairs.slice(near));
  const onlyLeft = joinCompounds(withoutRelated, rest, pairs);
  const shared = weightOfPairs(pairs);
  return {
    pairs,
    hasNear: pairs.length > matched,
    shared,
    related,
    left: shared + weightOfAll(onlyLeft),
    right: shared + weightOfAll(rest),
    sharedWords: pairs.filter(([left, right]) => pairWeight(left, right) >= 1).length,
    onlyLeft: onlyLeft.filter((word) => !isFrameOf(other, word) && !isAside(word, rest)),
    onlyRight: rest.filter((word) => !isFrameOf(one, word) && !isAside(word, onlyLeft)),
  };
}

/** "MVP" and "Most Valuable Player", "Don Bradman" and "Donald Bradman". */
function joinNames(
  words: readonly ContentWord[],
  rest: ContentWord[],
  one: ReadStem,
  other: ReadStem,
  pairs: [ContentWord, ContentWord][],
): readonly ContentWord[] {
  const isName = ({ kind }: ContentWord) => kind === 'name';
  if (!words.some(isName) || !rest.some(isName)) return words;
  const left = [...words];
  const remove = (from: ContentWord[], removed: readonly ContentWord[]) => {
    for (const word of removed) if (from.includes(word)) from.splice(from.indexOf(word), 1);
  };
  for (const word of words.filter(isName)) {
    const run = spelledOut(word, other);
    const short = rest.find((each) => isName(each) && isShortName(word, each, one, other));
    const found = run[0] ?? short;
    if (!found) continue;
    pairs.push([word, found]);
    remove(left, [word]);
    remove(rest, run.length > 0 ? run : [found]);
  }
  for (const word of rest.filter(isName)) {
    const run = spelledOut(word, one);
    if (!run[0]) continue;
    pairs.push([run[0], word]);
    remove(rest, [word]);
    remove(left, run);
  }
  return left;
}

/** The words that follow each other in a question and begin with the letters of an abbreviation. */
function spelledOut({ form }: ContentWord, { content }: ReadStem): readonly ContentWord[] {
  if (!/^[a-z][a-z\d]{1,4}$/.test(form)) return [];
  for (let at = 0; at + form.length <= content.length; at += 1) {
    const run = content.slice(at, at + form.length);
    const isSpelled = run.every(
      (word, index) => word.form[0] === form[index] && word.kind !== 'word' && word.form !== form,
    );
    if (isSpelled) return run;
  }
  return [];
}

/** Both before the same name. */
function isShortName(one: ContentWord, other: ContentWord, stem: ReadStem, otherStem: ReadStem) {
  const [shorter, longer] = [one.form, other.form].sort((a, b) => a.length - b.length);
  if (!shorter || shorter.length < 3 || !longer?.startsWith(shorter)) return false;
  const nextOf = (word: ContentWord, { content }: ReadStem) => content[content.indexOf(word) + 1];
  const [next, otherNext] = [nextOf(one, stem), nextOf(other, otherStem)];
  return next?.kind === 'name' && next.form === otherNext?.form && next.preposition === '';
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
  if (one.kind === 'number' || other.kind === 'number') return false;
  return isSpellingVariant(one.form, other.form) && !isContrast(one.meaning, other.meaning);
}

function areNear(one: ContentWord, other: ContentWord): boolean {
  if (one.kind !== 'word' || other.kind !== 'word') return false;
  if (one.isQualifier !== other.isQualifier) return false;
  return isNearSynonym(one.meaning, other.meaning) || isDerived(one.form, other.form);
}

function mayCorrespond(
  one: ContentWord,
  other: ContentWord,
  stem: ReadStem,
  otherStem: ReadStem,
): boolean {
  if (!isPlain(one, stem) || !isPlain(other, otherStem)) return false;
  if (one.isQualifier !== other.isQualifier) return false;
  if (isContrast(one.meaning, other.meaning) || areAntonyms(one.form, other.form)) return false;
  return areRelated(withParticle(one, stem), withParticle(other, otherStem));
}

/** At the start of a sentence, a capital letter may make a name of "gangster". */
function isPlain({ kind, form }: ContentWord, { text }: ReadStem): boolean {
  return kind === 'word' || (kind === 'name' && text.startsWith(`${form} `));
}

const particles = new Set(
  'up down out off in on away back over through around apart along'.split(' '),
);

/** "Passed away" is another verb than "passed". */
function withParticle({ form }: ContentWord, { text }: ReadStem): string {
  const at = text.startsWith(`${form} `) ? 0 : text.indexOf(` ${form} `) + 1;
  const from = at + form.length + 1;
  const end = text.indexOf(' ', from);
  const next = text.slice(from, end < 0 ? undefined : end);
  return particles.has(next) ? `${form}_${next}` : form;
}

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

function weightOfPairs(pairs: readonly (readonly [ContentWord, ContentWord])[]): number {
  return pairs.reduce((sum, [left, right]) => sum + pairWeight(left, right), 0);
}

function weightOfAll(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}
