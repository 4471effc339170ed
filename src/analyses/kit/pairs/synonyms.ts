import { stemmer } from 'stemmer';
import { inflections } from './inflections.ts';

/** Words that ask for the same, in any inflection; a line is one meaning. */
const lines = `
write wrote written writer author authored novelist playwright penned authorship
paint painted painting painter
compose composed composer
direct directed director helmed
sing sang sung singer vocalist
invent invented inventor invention devised
discover discovered discoverer discovery
found founded founder establish established cofounded cofounder
design designed designer architect
act actor actress starred starring stars portrayed portrays portrayal portray
win won winner victor victorious champion
begin began begun beginning start started commence commenced
end ended ending finish finished conclude concluded
die died dying death dead deceased
born birth birthplace
kill killed killer assassinate assassinated assassination assassin murder murdered murderer slay slays slew slain
marry married marriage wed wedded
film movie
female woman women
last final
book novel novella
science scientific
able capable
true truly
song tune
country nation
city town
large larger largest big bigger biggest huge greatest
small smaller smallest tiny tiniest littlest lowest
tall taller tallest high higher highest height
long longer longest length
fast faster fastest quick quicker quickest swiftest speediest
old older oldest elder eldest
young younger youngest
near nearer nearest close closer closest
deep deeper deepest depth
heavy heavier heaviest weigh weight
hot hotter hottest warm warmer warmest
cold colder coldest
rich richer richest wealthy wealthiest
strong stronger strongest
hard harder hardest
bright brighter brightest
common commonest commonly abundant
populous populated population
many number amount quantity
percent percentage
few fewest fewer
job occupation profession
car automobile
doctor physician
child kid
dog canine
cat feline
animal creature
sea ocean
earth world globe
disease illness sickness ailment
fear phobia
name called call term termed known title titled entitled dubbed
mean meaning signify translate
abbreviation abbreviated acronym abbreviate
symbol sign
color hue
type kind sort
contain include consist comprise
produce production manufacture manufacturer
use utilize employ
located location situated
live reside inhabit
rule ruler reign
lead led leader
speak spoke spoken language
measure measurement
fight fought battle
war conflict
soccer football
tool instrument device
drink beverage
ship vessel
stone rock
moon satellite
currency money
team club
game match
tournament competition championship
score scored
series show sitcom
band group
record recorded release released
publish published publication
adapt adaptation
create created creator creation
make made maker
develop developer
build built constructed construct construction erected
sculpt sculptor sculpture
invade invasion
defeat defeated beat beaten
buy bought purchase purchased acquire acquired
happen happened occur occurred
fly flew flown flight
climb ascend ascent
elect election
kingdom monarchy
god deity
famous renowned
main chief principal primary mainly primarily
boil boiling
freeze froze frozen freezing
melt melting
eat ate eaten consume feed fed
company corporation firm
own owner owned
holiday festival
multiply times
prize award
lawyer attorney
student pupil
prison jail
weapon gun
treaty pact
appear appears appeared appearance feature features featured featuring
succeed succeeded succeeds successor succession
precede preceded precedes predecessor
lend lent lends loan
destroy destroyed destruction
explore explored explorer exploration
explode exploded explosion
expand expansion
erupt erupted eruption
collide collision
decide decision
depart departure
arrive arrival
explain explanation
rebel rebellion
behead beheaded beheading
execute executed execution executioner
resign resigned resignation
retire retired retirement
coronation crowned crown
independence independent
member membership
north northern
south southern
east eastern
west western
`;

const meanings: ReadonlyMap<string, string> = new Map(
  `${lines.trim()}\n${inflections.trim()}`
    .split('\n')
    .toReversed()
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((word): [string, string] => [word, first]);
    }),
);

/** One word for all that mean the same; the stem of a word without known synonyms. */
export function meaningOf(word: string): string {
  const known = meanings.get(word);
  if (known !== undefined || !/^[a-z]{3,}$/.test(word)) return known ?? word;
  // Regular inflections; stems are too coarse, since "animation" and "animal" have the same.
  const base = /(?:s|ed|ing)$/.test(word) ? baseOf(word) : undefined;
  return base ?? stemmer(word);
}

/** Endings, and what the base has in their place: countries, cited, making. */
const endings = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ed', 'e'],
  ['ed', ''],
  ['ied', 'y'],
  ['ing', ''],
  ['ing', 'e'],
] as const;

function baseOf(word: string): string | undefined {
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending)) continue;
    const known = meanings.get(word.slice(0, -ending.length) + instead);
    if (known !== undefined) return known;
  }
  return undefined;
}
