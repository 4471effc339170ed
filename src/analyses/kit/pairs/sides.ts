import type { ContentWord, ReadStem } from './read-question.ts';

/** What follows "from", "to" and "than" is another word in each, or "from" it is "to" it: "from gas to liquid", "into a gas". */
export function haveOtherEnds(one: readonly ContentWord[], other: readonly ContentWord[]): boolean {
  const isTurned = one.some(({ meaning, preposition }) => {
    const end = opposites.get(endOf(preposition));
    return (
      end !== undefined &&
      other.some((word) => word.meaning === meaning && endOf(word.preposition) === end)
    );
  });
  if (isTurned) return true;
  return ['from', 'to', 'than'].some((preposition) => {
    const left = one.find((word) => endOf(word.preposition) === preposition);
    const right = other.find((word) => endOf(word.preposition) === preposition);
    if (!left || !right || left.meaning === right.meaning) return false;
    // "From mainland Italy" and "from the Italian mainland".
    if (isBeside(one, left, right.meaning) && isBeside(other, right, left.meaning)) return false;
    // "Able to produce", "exposed to sunlight".
    const areNamed = left.kind === 'name' && right.kind === 'name';
    if (preposition === 'to' && !areNamed && !(isDirected(one) && isDirected(other))) return false;
    const has = (words: readonly ContentWord[], wanted: string) =>
      words.some(({ meaning }) => meaning === wanted);
    return has(other, left.meaning) && has(one, right.meaning);
  });
}

/** Whether a word belongs to what stands after the same preposition. */
function isBeside(words: readonly ContentWord[], first: ContentWord, wanted: string): boolean {
  const next = words[words.indexOf(first) + 1];
  return next?.preposition === '' && next.meaning === wanted;
}

const isDirected = (words: readonly ContentWord[]) =>
  words.some(({ preposition }) => preposition === 'from' || preposition === 'into');

const endOf = (preposition: string) => (preposition === 'into' ? 'to' : preposition);

/** "Romeo's family in Romeo and Juliet" and "Juliet's family in Romeo and Juliet". */
export function repeatOtherNames(one: ReadStem, other: ReadStem): boolean {
  const [left, right] = [countNames(one), countNames(other)];
  const isMore = (counts: typeof left, others: typeof left) =>
    [...counts].some(([name, count]) => others.has(name) && count > (others.get(name) ?? 0));
  return isMore(left, right) && isMore(right, left);
}

/** Whether words have a name, and none that the other question has. */
export function namesOnly(words: readonly ContentWord[], { content }: ReadStem): boolean {
  const names = words.filter(({ kind }) => kind === 'name');
  return (
    names.length > 0 &&
    !names.some(({ meaning }) => content.some((word) => word.meaning === meaning))
  );
}

/** "The name of Poland in Polish". */
export function namesTwice({ content }: ReadStem): boolean {
  return content.some(({ kind, meaning, form }) =>
    content.some((word) => kind === 'name' && word.meaning === meaning && word.form !== form),
  );
}

function countNames({ content }: ReadStem): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, meaning } of content) {
    if (kind === 'name') counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  }
  return counts;
}

/** "Pounds in a kilogram" and "kilograms in a pound", "binary 10 in decimal" and the other way round, "the English word for the German" and the other way round. */
export function isWithinTheOther(one: ReadStem, other: ReadStem): boolean {
  const isCounted = [one, other].every(({ text }) => /\bhow many\b|\bbinary\b/.test(text));
  return (isCounted ? ['in', 'for'] : ['for']).some((preposition) => {
    const isAfter = ({ content }: ReadStem, wanted: string) =>
      content.some((word) => word.meaning === wanted && word.preposition === preposition);
    const moved = (from: ReadStem, to: ReadStem) =>
      from.content.some(
        (word) =>
          word.preposition === preposition &&
          to.content.some(({ meaning }) => meaning === word.meaning) &&
          !isAfter(to, word.meaning),
      );
    return moved(one, other) && moved(other, one);
  });
}

/** "From solid to gas" and "a gas turns into a solid", "from the heart to the lungs" and back. */
export function leadBack(one: ReadStem, other: ReadStem): boolean {
  const back = waysIn(other);
  return waysIn(one).some(([from, to]) => back.some((way) => way[0] === to && way[1] === from));
}

function waysIn({ content, text }: ReadStem): (readonly [from: string, to: string])[] {
  if (/\baccording to\b/.test(text)) return [];
  return content.flatMap(({ meaning, preposition }, at) =>
    preposition === 'to' || preposition === 'into'
      ? content.slice(Math.max(0, at - 3), at).map((from) => [from.meaning, meaning] as const)
      : [],
  );
}

const opposites: ReadonlyMap<string, string> = new Map([
  ['from', 'to'],
  ['to', 'from'],
]);

/** "Plants take in and animals give out", "animals take in and plants give out". */
export function haveCrossed(one: ReadStem, other: ReadStem): boolean {
  if (!/ and /.test(one.text) || !/ and /.test(other.text)) return false;
  const [follows, followsThere] = [followersOf(one.content), followersOf(other.content)];
  return [...follows].some(([left, next]) => {
    const last = followsThere.get(left);
    if (last === undefined || last === next) return false;
    return [...followsThere].some(
      ([right, word]) =>
        word === next && right !== left && follows.get(right) === last && next !== right,
    );
  });
}

/** The word after each, where it first stands. */
function followersOf(content: readonly ContentWord[]): ReadonlyMap<string, string> {
  const followers = new Map<string, string>();
  for (const [at, { meaning }] of content.entries()) {
    const next = content[at + 1];
    if (next && !followers.has(meaning)) followers.set(meaning, next.meaning);
  }
  return followers;
}
