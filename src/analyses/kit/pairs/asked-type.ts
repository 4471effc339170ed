import type { ReadStem } from './read-question.ts';
import { isVerb } from './verbs.ts';

/** The kinds of things that questions ask for, each with the nouns that name it. */
const lines = `
person|singer author writer artist painter composer director president scientist inventor player king queen man woman person guitarist drummer musician rapper comedian host architect explorer philosopher emperor poet quarterback driver general politician leader founder ruler detective astronaut playwright novelist monarch pope golfer boxer wrestler coach pitcher physicist chemist mathematician engineer creator designer star celebrity model dancer captain commander member filmmaker
actor|actor actress
character|character villain protagonist antagonist hero superhero god goddess
part of a name|nickname surname initials
time|year date decade century month day era
count|many number percentage percent
measure|long far tall high deep fast big large heavy wide old much age distance height length speed weight temperature size
city|city town village capital port
country|country nation state kingdom
continent|continent
region|county province region district area
planet|planet moon
mountain|mountain peak volcano
lake|lake
river|river
sea|ocean sea gulf
island|island
film|film movie
book|book novel play poem
song|song single track anthem
album|album
series|show series sitcom
game|game
opera|opera musical ballet
color|color
animal|animal bird dog cat fish mammal insect reptile breed species
sport|sport
instrument|instrument guitar piano violin drum trumpet
language|language
currency|currency
profession|job profession occupation career
team|team club
label|label
company|company manufacturer brand corporation studio publisher developer
band|band group duo trio
food|food dish fruit vegetable cheese drink spice ingredient dessert
element|element gas metal mineral gemstone
unit|unit
process|process method technique
substance|compound substance
organ|organ bone muscle gland
disease|disease disorder illness condition
weapon|weapon gun
vehicle|car vehicle ship plane boat airplane train truck
school|university college school
award|award prize medal
war|war battle
organization|organization order society fraternity
holiday|holiday festival
religion|religion
piece|piece tile card
`;

const typeOfNoun = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type = '', nouns = ''] = line.split('|');
      return nouns.split(' ').map((noun) => [noun, type] as const);
    }),
);

/** Types of which one may be asked for by the words of another: "where" for "in which city". */
const alike = new Set(
  [
    'count measure',
    ...['actor', 'character', 'company', 'band', 'team', 'country'].map((each) => `person ${each}`),
    ...'city country continent region island sea lake river mountain planet'
      .split(' ')
      .map((each) => `place ${each}`),
    'country island',
    'country region',
    'series game',
    'band company',
    'company organization',
    'team organization',
    'person organization',
  ].flatMap((pair) => [pair, pair.split(' ').reverse().join(' ')]),
);

/** Whether two questions ask for different kinds of things, as far as their words say. */
export function askOtherTypes(one: ReadStem, other: ReadStem): boolean {
  const [left, right] = [typeOf(one), typeOf(other)];
  if (left === undefined || right === undefined || left === right) return false;
  return !alike.has(`${left} ${right}`);
}

/** "How many episodes were made?" and "In what year was it made?"; "how many miles" may ask how far. */
export function asksForCount(one: ReadStem, other: ReadStem): boolean {
  const type = typeOf(other);
  const isCount = one.form.asked === 'count' && typeOf(one) === 'count';
  return isCount && type !== undefined && !amounts.has(type);
}

const amounts = new Set(['count', 'measure']);

/** "Which Italian city" and "in what city": a country is no answer to them. */
export function asksOneKindOfPlace(one: ReadStem, other: ReadStem): boolean {
  const type = typeOf(one);
  return (type === 'city' || type === 'country') && typeOf(other) === type;
}

const partOfName =
  /\b(?:surname|(?:middle|1th|full|real|maiden|married|birth|stage|original|former) name)\b/;
const predicate =
  /\bwhat (?:is|are|was|were) (?:the )?(?:name of )?(?:the |an? )?((?:[\p{L}\d-]+ ){0,6}?[\p{L}\d]+?)(?= (?:of|in|on|for|that|who|which|from|with|used|to|at|by|given|called|where)\b|$)/u;

function typeOf({ text, content, form: { asked } }: ReadStem): string | undefined {
  if (/\bhow many\b/.test(text)) return 'count';
  if (/\bwhat is it called when\b/.test(text)) return 'event';
  // "In a process called what".
  const [, named] = /\b(\w+) (?:called|known as|named) what$/.exec(text) ?? [];
  if (named && nounType(named)) return nounType(named);
  const focus = content.filter(({ isFocus }) => isFocus);
  const last = focus.at(-1);
  if (last) {
    // "Which musical instrument" asks for the instrument.
    const words = text.split(' ');
    const next = words[words.indexOf(last.form) + 1] ?? '';
    const type = [...focus.map(({ form }) => form), isVerb(next) ? '' : next].reduceRight<
      string | undefined
    >((known, form) => known ?? nounType(form), undefined);
    return type ?? (partOfName.test(text) ? 'part of a name' : undefined);
  }
  if (partOfName.test(text)) return 'part of a name';
  if (asked === 'who') return 'person';
  if (asked === 'when') return 'time';
  if (asked === 'where') return 'place';
  const noun = predicate.exec(text)?.[1]?.split(' ').at(-1) ?? '';
  return nounType(noun) ?? typeOfThis(text);
}

/** "The capital of this island country". */
function typeOfThis(text: string): string | undefined {
  const [, nouns = ''] = /\bthis ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)/u.exec(text) ?? [];
  return nouns
    .split(' ')
    .map(nounType)
    .findLast((type) => type !== undefined);
}

/** How nouns of people end, and few others. */
const person = /.{3}(?:ologist|[dlm]ist|ician|[st]man|woman|maker|wright)$/;

function nounType(noun: string): string | undefined {
  return (
    typeOfNoun.get(noun) ??
    typeOfNoun.get(noun.replace(/ies$/, 'y')) ??
    typeOfNoun.get(noun.replace(/e?s$/, '')) ??
    (person.test(noun) ? 'person' : undefined)
  );
}
