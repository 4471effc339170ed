import { isContrast } from './contrasts.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { haveCrossed, haveOtherEnds, isWithinTheOther } from './sides.ts';
import { meaningOf } from './synonyms.ts';
import { isVerb } from './verbs.ts';

/**
 * Whether the same words stand in other roles: "a male lion and a female tiger", "from A to B",
 * "who beat Germany" and "whom did Germany beat". Another word order alone is none: "Germany was beaten
 * by whom".
 */
export function hasOtherRoles(one: ReadQuestion, other: ReadQuestion): boolean {
  return (
    haveExchangedModifiers(one.content, other.content) ||
    haveCrossed(one, other) ||
    haveOtherEnds(one.content, other.content) ||
    hasOtherSides(one, other) ||
    hasOtherObject(one, other) ||
    isWithinTheOther(one, other) ||
    relatesOtherwise(one.text, other.text)
  );
}

/** "Against which country" and "which country": no other wording of it. */
function relatesOtherwise(one: string, other: string): boolean {
  const both = [relationOf(one), relationOf(other)];
  if (both[0] === both[1]) return false;
  return both.some((each) => /^(?:about|against|after)$/.test(each)) || !both.includes('');
}

/** "What was he killed with?" and "Who killed him?"; also "credited to whom", "opens with which book". */
export function hasOtherRelation({ text: one }: ReadStem, { text: other }: ReadStem): boolean {
  const [left, right] = [relationOf(one), relationOf(other)];
  if (left === right) return false;
  // "With which protocol is it encrypted" and "which protocol is used to encrypt it".
  return ![left, right].includes('with') || !(means.test(one) || means.test(other));
}

const means = /\b(?:use|used|uses|using|together|alongside|along|pay|put|cowrote|cofounded|co)\b/;

const relation = /\b(with|about|against|after|to) (?:which|what|who|whom|whose)\b/;
const outer = /^(for(?! (?:which|what))|to)\b|\b(for|with|to|about|against|after)$/;

/** The preposition of what is asked for: "against which country", "which country … against". */
function relationOf(text: string): string {
  const [, ...found] = relation.exec(text) ?? outer.exec(text) ?? [];
  return found.find((word) => word !== undefined) ?? '';
}

/** A word stands beside the opposite of the one that it stands beside in the other question. */
function haveExchangedModifiers(
  one: readonly ContentWord[],
  other: readonly ContentWord[],
): boolean {
  return one.some(({ meaning }) =>
    one.some((opposite) => {
      if (!isContrast(meaning, opposite.meaning)) return false;
      const next = nextTo(one, meaning);
      return (
        next !== undefined &&
        next === nextTo(other, opposite.meaning) &&
        next !== nextTo(other, meaning)
      );
    }),
  );
}

function nextTo(content: readonly ContentWord[], meaning: string): string | undefined {
  const at = content.findIndex((word) => word.meaning === meaning);
  return at < 0 ? undefined : content[at + 1]?.meaning;
}

/** Whether a name that both have acts in one of them, and is acted on in the other. */
function hasOtherSides(one: ReadQuestion, other: ReadQuestion): boolean {
  const [left, right] = [readSides(one), readSides(other)];
  for (const [verb, sides] of left) {
    for (const [name, side] of right.get(verb) ?? []) {
      if ((sides.get(name) ?? side) !== side) return true;
    }
  }
  return false;
}

/** "Who played James Bond in Goldfinger" and "who played Goldfinger". */
function hasOtherObject(one: ReadQuestion, other: ReadQuestion): boolean {
  return one.content.some(({ kind, form, meaning }) => {
    if (kind !== 'word' || !isVerb(form)) return false;
    const [objects, others] = [objectsOf(one, meaning), objectsOf(other, meaning)];
    const [[object], [otherObject]] = [objects, others];
    if (object === undefined || otherObject === undefined) return false;
    // "The Best Picture Oscar", "the Oscar for Best Picture".
    if (objects.includes(otherObject) || others.includes(object)) return false;
    return hasMeaning(other, object) && hasMeaning(one, otherObject);
  });
}

function hasMeaning({ content }: ReadQuestion, wanted: string): boolean {
  return content.some(({ meaning }) => meaning === wanted);
}

/** The names right after a verb. */
function objectsOf({ content }: ReadQuestion, verb: string): readonly string[] {
  const at = content.findIndex(({ meaning, form }) => meaning === verb && isVerb(form));
  const rest = at < 0 ? [] : content.slice(at + 1);
  const end = rest.findIndex(({ kind, preposition }) => kind !== 'name' || preposition !== '');
  return (end < 0 ? rest : rest.slice(0, end)).map(({ meaning }) => meaning);
}

type Side = 'acts' | 'suffers';

/** The sides of names by the verbs they belong to; a name after a preposition has none. */
function readSides({ text, content }: ReadQuestion): Map<string, Map<string, Side>> {
  const words = text.split(' ');
  const names = content.filter(({ kind }) => kind === 'name');
  const sides = new Map<string, Map<string, Side>>();
  for (const [at, verb] of words.entries()) {
    if (
      !isAction(words, at) ||
      ergative.has(meaningOf(verb)) ||
      names.some(({ form }) => form === verb)
    )
      continue;
    const isPassive = words[at + 1] === 'by' || isAfterAuxiliary(words, at);
    const known = new Map<string, Side>();
    for (const { form, meaning } of names) {
      const side = sideOf(words, words.indexOf(form), at, isPassive);
      if (side) known.set(meaning, side);
    }
    sides.set(meaningOf(verb), known);
  }
  return sides;
}

/** "Beat", "trained", and "train" after "did"; not "winning", "plays" and "composer", often no verbs. */
export function isAction(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (/(?:ing|s|er|or|ist|ian|wright|ion)$/.test(word) || determiner.test(words[at - 1] ?? ''))
    return false;
  return isVerb(word) || words.slice(0, at).some((each) => support.test(each));
}

/** What is released, releases; nobody is died; two marry each other: who acts is not said. */
const ergative = new Set(
  'release open begin end sink premiere launch debut die live fall happen appear retire resign reign marry'
    .split(' ')
    .map(meaningOf),
);

const determiner = /^(?:the|an?|which|what|whose)$/;
const support = /^(?:did|does|do)$/;
const auxiliary = /^(?:is|are|was|were|be|been|being|got)$/;
const clause = /^(?:which|what|who|whom|whose|that|did|does|do|has|have|had)$/;

/** "When was the play written": the passive. */
function isAfterAuxiliary(words: readonly string[], verb: number): boolean {
  for (let at = verb - 1; at >= 0; at -= 1) {
    const word = words[at] ?? '';
    if (auxiliary.test(word)) return true;
    if (clause.test(word)) return false;
  }
  return false;
}

function sideOf(
  words: readonly string[],
  name: number,
  verb: number,
  isPassive: boolean,
): Side | undefined {
  if (name < 0) return undefined;
  const preposition = prepositionOf(words, name, verb);
  if (preposition === 'by') return isPassive && name > verb ? 'acts' : undefined;
  if (preposition !== undefined) return undefined;
  // "How many Wimbledon titles did she win": the object stands in front.
  if (name < verb && isFronted(words.slice(0, name), words.slice(name, verb))) return 'suffers';
  if (name > verb) return isPassive ? undefined : 'suffers';
  return isPassive ? 'suffers' : 'acts';
}

function isFronted(before: readonly string[], between: readonly string[]): boolean {
  return before.some((word) => asking.test(word)) && between.some((word) => support.test(word));
}

const asking = /^(?:which|what|whose|how)$/;

const prepositions = new Set(
  'of in on at to by for from with into as than against after about during before under over between through since'.split(
    ' ',
  ),
);

/** The preposition of the phrase that a word belongs to, as far back as the verb. */
function prepositionOf(words: readonly string[], from: number, verb: number): string | undefined {
  for (let at = from - 1; at >= 0 && at !== verb; at -= 1) {
    const word = words[at] ?? '';
    if (prepositions.has(word)) return word;
    if (clause.test(word) || auxiliary.test(word)) return undefined;
  }
  return undefined;
}
