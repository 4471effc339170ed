import { isGeneralVerb, isSpecialVerb } from './contrasts.ts';
import { countryOf } from './demonyms.ts';
import { frameWords, weakWords } from './frame-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { meaningOf } from './synonyms.ts';

/**
 * Nouns that say what a name beside them is: "the novel Emma", "the river Seine". Countries, states and
 * cities share names.
 */
const classNouns = new Set(
  (
    'film book song album play series opera musical poem ballet game painting triptych canvas fresco portrait symphony sitcom river lake mountain desert island continent ' +
    'sea band company ship team planet element character'
  ).split(' '),
);

/** "The detective Hercule Poirot": nouns of people, by how they end. */
export const agentNoun = /(?:[^aeiou]er|or|ist|ian|ctive|gher)$/;

export const titles: ReadonlySet<string> = new Set(
  'president king queen sir dame lord lady saint st emperor empress pope prince princess duke professor dr general captain'.split(
    ' ',
  ),
);

/** Verbs that say no more than what something has ("a cell contains"), or where it is ("is found in"). */
const linkingVerbs: ReadonlyMap<string, 'has' | 'is'> = new Map([
  ...['contain', 'span', 'possess'].map((verb) => [meaningOf(verb), 'has'] as const),
  ...['find', 'lie', 'located', 'constitute'].map((verb) => [meaningOf(verb), 'is'] as const),
]);

/** What those who are asked for do: "which actor played", "the last pharaoh to rule". */
const impliedBy: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'play act',
    'star act',
    'record sing',
    'perform sing act',
    'rule king queen monarch emperor pharaoh',
    'reign king queen monarch emperor pharaoh',
  ].map((line) => {
    const [verb = '', ...agents] = line.split(' ').map(meaningOf);
    return [verb, agents];
  }),
);

/**
 * Whether a word on one side alone adds nothing: what the name beside it is, where the other question
 * does not call it something else; a verb that only repeats what the noun asked for says ("which
 * director made"); and "used" in "the currency used in Sweden".
 */
export function addsNothing(
  word: ContentWord,
  stem: ReadStem,
  others: readonly ContentWord[],
): boolean {
  const { content } = stem;
  const at = content.indexOf(word);
  const [before, next] = [content[at - 1], content[at + 1]];
  if (word.kind === 'name') return isTitle(word, next, stem) || isOrigin(word, next, stem);
  if (word.kind === 'number') return isArticle(word, before, next);
  if (word.kind !== 'word' || word.isQualifier) return false;
  if (next && isApposed(next, content) && next.preposition === '' && !word.isFocus) {
    // "The dystopian novel …"
    return !others.some(isClassNoun) && others.length === 0;
  }
  if (isClassNoun(word) && !word.isFocus) {
    const isNamed = isApposed(word, content);
    // "A Canadian lake" is one of many.
    const isAfterName =
      before?.kind === 'name' && word.preposition === '' && countryOf(before.form) === before.form;
    return (isNamed || isAfterName) && !others.some(isClassNoun);
  }
  if (isTitle(word, next, stem)) return true;
  if (!word.isFocus && word.form === predicate.exec(stem.text)?.[1]) return true;
  if (word.form === 'official' && official.has(next?.form ?? '')) return others.length === 0;
  // "The bones of the human body", "in the body of an adult human"; not "in the backbone of a human".
  if (word.form === 'body') {
    return others.length === 0 && content.some(({ meaning }) => meaning === 'human');
  }
  if (next?.kind === 'name' && agentNoun.test(word.form)) {
    return others.length === 0 && ` ${stem.text} `.includes(` the ${word.form} ${next.form} `);
  }
  const link = linkingVerbs.get(word.meaning);
  // "The countries in it" and "the countries that contain it".
  if (link) return others.every(({ meaning }) => (linkingVerbs.get(meaning) ?? link) === link);
  const focus = content.find(({ isFocus }) => isFocus)?.meaning ?? '';
  if (isGeneralVerb(word.meaning)) return isSpecialVerb(focus);
  if (impliedBy.get(word.meaning)?.includes(focus)) return true;
  // "The World Cup, held in 1930".
  if (word.meaning === 'happen' || word.meaning === 'hold') return next?.kind === 'number';
  if (word.meaning === 'abbreviation' || word.form === 'chemical' || word.form === 'represented') {
    return content.some(({ form }) => form === 'symbol');
  }
  // "What do the letters DNA stand for?"
  if (spelled.has(word.form)) return content.some(({ meaning }) => meaning === 'abbreviation');
  const isUsed = next === undefined ? focus !== '' : /^(?:in|by|on|to|for)$/.test(next.preposition);
  return word.meaning === 'use' && isUsed;
}

/** "Emma is a novel by which author?": its name says what it is. */
const predicate = / (?:is|was) (?:an?|the) (\S+) by (?:which|what|whom)\b/;

const official = new Set(['currency', 'name', 'title', 'anthem', 'residence']);

const spelled = new Set(['letters', 'initials', 'acronym', 'abbreviation']);

/** Weak words that a question may be about. */
const subjects = new Set(['time', 'word', 'letter', 'mean']);
const naming = new Set(['called', 'known', 'named', 'titled', 'entitled']);

/** Whether a word on one side alone says nothing about the subject: "says", "called", "famous". */
export function isIdleWord(
  word: ContentWord,
  stem: ReadStem,
  others: readonly ContentWord[],
): boolean {
  if (addsNothing(word, stem, others)) return true;
  const { kind, meaning, form } = word;
  return (
    kind === 'word' &&
    ((weakWords.has(meaning) && !subjects.has(meaning)) ||
      frameWords.has(form.replace(/(?:s|ed|ing)$/, '')) ||
      // "Who named it?" asks for that.
      (naming.has(form) && !/\bwho (?:first |1th )?named\b/.test(stem.text)))
  );
}

/** "One byte" for "a byte"; not "number one" or "Formula One". */
function isArticle(
  { form }: ContentWord,
  before: ContentWord | undefined,
  next: ContentWord | undefined,
): boolean {
  return (
    form === '1' && next?.kind === 'word' && before?.kind !== 'name' && before?.form !== 'number'
  );
}

/** "Film", "river": what a name beside it is. */
export function isClassNoun({ meaning, form }: ContentWord): boolean {
  return classNouns.has(meaning) || classNouns.has(form);
}

/** A class noun right before a name. */
function isApposed(word: ContentWord, content: readonly ContentWord[]): boolean {
  const next = content[content.indexOf(word) + 1];
  const isNamed = next && next.kind !== 'word' && next.preposition === '';
  return isClassNoun(word) && isNamed === true;
}

/** "President Abraham Lincoln". */
function isTitle(
  { form }: ContentWord,
  next: ContentWord | undefined,
  { text }: ReadStem,
): boolean {
  return (
    titles.has(form) && next?.kind === 'name' && ` ${text} `.includes(` ${form} ${next.form} `)
  );
}

/** "Which Spanish author …": of the only one who did it, the origin is known. */
function isOrigin(
  { form }: ContentWord,
  next: ContentWord | undefined,
  { text, content }: ReadStem,
): boolean {
  if (countryOf(form) === form || !next || content.some((word) => word.isQualifier)) return false;
  const isPerson =
    isSpecialVerb(next.meaning) || agentNoun.test(next.form) || titles.has(next.form);
  return isPerson && new RegExp(`\\b(?:which|what) ${form} ${next.form}\\b`).test(text);
}
