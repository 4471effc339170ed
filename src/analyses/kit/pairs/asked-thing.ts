import { isAgent, units } from './filler-words.ts';
import { frameWords, weakWords } from './frame-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { namesOnly } from './sides.ts';
import { isAction } from './verbs.ts';

/** Whether two questions with the same content ask for different things. */
export function asksForAnother(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): boolean {
  const isNumber = ({ answer }: ReadQuestion) => answer.variants[0]?.quantity !== undefined;
  return (
    asksForWork(one, other) ||
    asksForWork(other, one) ||
    asksForPlace(one, other) ||
    asksForPlace(other, one) ||
    asksForPlayer(one, other) ||
    asksForPlayer(other, one) ||
    asksOtherKind(one, other) ||
    (asksOtherThing(one, other, match) && !(isNumber(one) && isNumber(other)))
  );
}

/** Nobody is asked for by "which film". */
function asksForWork(one: ReadStem, other: ReadStem): boolean {
  const isWork = ({ isFocus, meaning }: ContentWord) => isFocus && works.has(meaning);
  return one.form.asked === 'who' && other.content.some(isWork);
}

export const works: ReadonlySet<string> = new Set(
  'film book song album play series opera musical poem game'.split(' '),
);

/** "Who invented it?" and "In which laboratory was it invented?" */
export function asksForPlace(one: ReadStem, other: ReadStem): boolean {
  return /\b(?:in|on|at) (?:which|what)\b/.test(other.text) && asksForOther(one, other);
}

/** "In which film did he appear?" and "Who appeared with him in that film?" */
function asksForOther(one: ReadStem, other: ReadStem): boolean {
  if (one.form.asked !== 'who') return false;
  const focus = other.content.filter(({ isFocus }) => isFocus);
  return focus.length > 0 && !focus.some(isAgent);
}

/**
 * A film and the book of the same name are of different years; an opera and the story on which it is based
 * are of different authors.
 */
export function isAboutAnotherWork(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  if (basis.test(one.text) !== basis.test(other.text)) {
    return [one, other].some(({ content }) => content.some(({ meaning }) => works.has(meaning)));
  }
  if (one.form.asked !== 'when' || other.form.asked !== 'when') return false;
  // "The first book", "the first novel in the series".
  if (match.pairs.some(([{ meaning }]) => works.has(meaning))) return false;
  if (onAir.test(one.text) && onAir.test(other.text)) return false;
  return [...match.onlyLeft, ...match.onlyRight].some(({ meaning }) => adapted.has(meaning));
}

const basis = /\bbased on\b|\bon which\b.*\bbased\b/;

const onAir = /\b(?:television|radio|series|broadcast|aired|episode)\b/;

const adapted = new Set(['film', 'series', 'musical']);

/** "What is the largest island?" asks for the island, whatever "which lake …" says about it. */
function asksOtherThing(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  const isOther = ({ text }: ReadStem, others: readonly ContentWord[]) =>
    /^what (?:is|are|was|were)\b(?!.*\b(?:name|contain|of|from|for)$)(?!.*\bname\b)/.test(text) &&
    others.some(({ isFocus, meaning }) => isFocus && !weakWords.has(meaning));
  return isOther(one, match.onlyRight) || isOther(other, match.onlyLeft);
}

/** "Where does Greek come from?" and "What language do Greeks speak?" */
function asksOtherKind(one: ReadStem, other: ReadStem): boolean {
  const isOther = (left: ReadStem, right: ReadStem) =>
    ['where', 'when', 'count', 'age'].includes(left.form.asked) &&
    right.form.asked === 'any' &&
    right.content.some((word) => word.isFocus);
  return isOther(one, other) || isOther(other, one);
}

/** "How many goalkeepers must a team have?" and "How many teams are there?" */
export function countsAnother(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  const [left, right] = [countedIn(one), countedIn(other)];
  if (!left || !right || left.form === 'times' || right.form === 'times') return false;
  // "How many days" may ask how long; beside "how many moons" it asks for something else.
  if (units.has(left.form) && units.has(right.form)) return false;
  return !match.pairs.some(([a, b]) => a === left && b === right);
}

/** Goalkeepers of a team, and teams; large moons, and all of them. */
export function countsPart(one: ReadStem, other: ReadStem): boolean {
  const [counted, rival] = [countedIn(one), countedIn(other)];
  if (!counted || !rival) return false;
  if (countsSome(one) !== countsSome(other)) return true;
  if (counted.meaning === rival.meaning || units.has(rival.form)) return false;
  // "How many monsters are in Monster Hunter".
  const has = ({ content }: ReadStem, { meaning }: ContentWord) =>
    content.some((word) => word.meaning === meaning && word.kind !== 'name');
  return has(one, rival) && !has(other, counted);
}

/**
 * "What color hat does he wear?" and "What color tie does his father wear?"; "along with Gates, who founded it" asks
 * for another founder.
 */
export function asksOfAnother(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: ContentMatch,
): boolean {
  if (besides.test(one.text) !== besides.test(other.text)) return true;
  const hasOwn = ({ text }: ReadStem, rest: readonly ContentWord[]) => {
    const [, thing] = /\b(?:what|which) (?:color|size|shape) (\S+)/.exec(text) ?? [];
    return rest.some(({ form }) => form === thing);
  };
  return hasOwn(one, onlyLeft) && hasOwn(other, onlyRight);
}

const besides = /\b(?:along with|together with|alongside|besides) \S.* (?:who|which)\b/;

/** The words after "how many" or "what number of" up to a verb: "how many different time zones are there". */
function countedPhrase({ text }: ReadStem): readonly string[] {
  const [, rest] = /\b(?:how many|(?:what|which) (?:number|amount) of) (.*)/.exec(text) ?? [];
  const words = rest?.split(' ') ?? [];
  const end = words.findIndex((form) => form !== 'and' && (frameWords.has(form) || ends(form)));
  return end < 0 ? words : words.slice(0, end);
}

function ends(form: string): boolean {
  return isAction({ form }) || endings.has(form);
}

const endings = new Set(['constitute', 'contain', 'border', 'surround']);

/** The noun that they end with. */
function countedIn(stem: ReadStem): ContentWord | undefined {
  const counted = countedPhrase(stem).at(-1);
  return stem.content.find(({ form }) => form === counted);
}

/** "How many large moons" are not all of them, nor are those that are larger than another. */
function countsSome(stem: ReadStem): boolean {
  const counted = countedPhrase(stem);
  return counted.some((form) => isPart(form, stem)) || compared.test(stem.text);
}

/** "How many other countries does it border?" counts all of them. */
function isPart(form: string, { text }: ReadStem): boolean {
  return parts.has(form) && !(form === 'other' && /\b(?:border|share|neighbo)/.test(text));
}

const compared = /\bhow many \S+ (?:are|is|have|has) \S+ than\b/;

const parts = new Set(
  'large small big major minor male female adult gold silver bronze odd even prime other more'.split(
    ' ',
  ),
);

/** "What was Granny's name in the series?" and "Which actress played Granny?" */
export function asksForPlayer({ text: one }: ReadStem, { text: other }: ReadStem): boolean {
  return /\bname\b/.test(one) && !player.test(one) && player.test(other);
}

/** "What is her surname?" and "What is the name of her brother?" */
export function asksForPartOfName({ text: one }: ReadStem, { text: other }: ReadStem): boolean {
  return partOfName.test(one) && !partOfName.test(other) && /\bname of\b/.test(other);
}

const partOfName = /\b(?:surname|(?:middle|maiden) name)\b/;

/** "Who played Batman in …?" and "Who played Mr. Freeze in …?" */
export function asksForOtherRole(one: ReadStem, other: ReadStem): boolean {
  const [left, right] = [roleIn(one), roleIn(other)];
  if (left.length === 0 || right.length === 0) return false;
  return namesOnly(left, other) || namesOnly(right, one);
}

const played =
  /\b(?:who|actor|actress|star) (?:play|played|plays|portrayed|portrays|voiced|voices) (?:the )?((?:(?!(?:in|on|of|for|at|from|with|alongside|opposite|during|the) )\S+ ?){1,8})/;

/** The words of the role that an actor is asked for. */
function roleIn({ text, content }: ReadStem): readonly ContentWord[] {
  const words = played.exec(text)?.[1]?.trim().split(' ') ?? [];
  return content.filter(({ form }) => words.includes(form));
}

const player = /\b(?:actor|actress|played|plays|portrayed|portrays|voiced|voices)\b/;

/** "What does SWOT stand for?": one list of words is right. */
export function askWhatLettersMean(one: ReadStem, other: ReadStem): boolean {
  return lettersOf.test(one.text) && lettersOf.test(other.text);
}

const lettersOf = /\b(?:stands? for|letters|acronym|abbreviation|initials)\b/;
