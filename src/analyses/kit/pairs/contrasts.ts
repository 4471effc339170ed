import { meaningOf } from './synonyms.ts';

/**
 * Words of one line exclude each other: questions that differ in them ask for different things, even
 * where their answers agree.
 */
const lines = `
large small tall long fast old young near deep heavy hot cold rich strong hard bright populous common expensive poor weak short shallow slow far light cheap wide narrow thick thin dry wet rare
1th last latest 2th 3th
1th final latest 2th 3th
most least few
north south east west northernmost southernmost easternmost westernmost central
male female men women man woman boy girl boys girls mens womens
adult newborn infant
buyer seller
lender borrower
employer employee
landlord tenant
male young
female young
adult baby group herd
left right
top bottom
upper lower
up down
above below under over
before after during since
king queen prince princess duke duchess
god goddess
father mother son daughter brother sister uncle aunt husband wife nephew niece grandfather grandmother cousin girlfriend boyfriend
begin end
build fall destroy demolish
away back
born die marry
win lose
buy sell
import export
max min maximum minimum maximal minimal
positive negative
increase decrease
arrive depart
open close
summer winter spring autumn fall
monday tuesday wednesday thursday friday saturday sunday
jan feb march apr may june july aug sep oct nov dec
mercury venus mars jupiter saturn uranus neptune pluto
red blue green yellow black white orange purple pink brown gray gold silver bronze
capital currency language speak population flag anthem religion area president leader
create write direct compose sing paint act voice invent discover produce narrate illustrate sculpt edit publish photograph cover steal
found own follow
succeed precede
write perform
singer guitarist drummer bassist keyboardist
film book song album play series opera musical poem ballet
number mass symbol weight
numerator denominator
square cube
perimeter area volume circumference diameter radius
latitude longitude
singular plural
noun verb adjective adverb
vertical horizontal
acute obtuse
inner outer
internal external
solid liquid gas
boil freeze
boil melt
ice field
protons neutrons electrons proton neutron electron
animal vegetable mineral
year month day century decade hour minute week
km mi m ft cm mm inch kg g lb
celsius fahrenheit kelvin
africa asia europe australia antarctica
lowercase uppercase
domestic international
offensive defensive
artery vein
odd even
triangle quadrilateral rectangle rhombus trapezoid pentagon hexagon heptagon octagon nonagon decagon dodecagon circle sphere cylinder cone cube pyramid prism tetrahedron octahedron dodecahedron icosahedron
heart liver kidney lung stomach brain pancreas spleen bladder intestine
dog cat horse cow sheep goat pig lion tiger wolf fox elephant kangaroo rabbit whale dolphin bear deer giraffe zebra camel monkey gorilla penguin ostrich eagle owl parrot snake crocodile frog octopus squid shark spider insect bee ant butterfly
guitar piano violin drum trumpet flute cello saxophone clarinet harp
baseball basketball hockey tennis golf cricket rugby volleyball boxing soccer handball badminton softball lacrosse wrestling
breakfast lunch dinner
direct perform
1 hundred thousand million billion
prime composite
sum difference product quotient
sine cosine tangent
mean median mode
derivative integral
binary decimal hexadecimal octal
scurvy rickets beriberi anemia measles mumps rubella chickenpox smallpox malaria cholera tuberculosis polio diabetes
hydrogen helium oxygen nitrogen carbon sodium potassium calcium iron copper zinc tin silver gold uranium neon argon chlorine aluminum
day night
sunrise sunset dawn dusk
epilogue prologue preface
prefix suffix
vowel consonant
emigrate immigrate
cold warm
true false
gain loss
strengthen weaken
add remove
upload download
push pull
criminal civil
surplus deficit
profit loss
debit credit
asset liability
plaintiff defendant
predator prey
anode cathode
oxidation reduction
oxygenated deoxygenated
active passive
inductive deductive
ascending descending
systolic diastolic
convex concave
input output
encrypt decrypt
exothermic endothermic
saturated unsaturated
voluntary involuntary
macroeconomics microeconomics
`;

const groupsOf = new Map<string, number[]>();
for (const [at, line] of lines.trim().split('\n').entries()) {
  for (const word of new Set(line.split(' ').map(meaningOf))) {
    groupsOf.set(word, [...(groupsOf.get(word) ?? []), at]);
  }
}

const ofMen = new Set('male men man boy boys mens'.split(' '));
const ofWomen = new Set('female women woman girl girls womens'.split(' '));

/** Whether two words that are not the same exclude each other. */
export function isContrast(one: string, other: string): boolean {
  if (one === other) return false;
  // "In men's tennis" and "which male player".
  if ((ofMen.has(one) && ofMen.has(other)) || (ofWomen.has(one) && ofWomen.has(other)))
    return false;
  const groups = groupsOf.get(other);
  return (
    groups !== undefined && (groupsOf.get(one)?.some((each) => groups.includes(each)) ?? false)
  );
}

/** Whether a word has others that exclude it. */
export function hasContrasts(meaning: string): boolean {
  return groupsOf.has(meaning);
}

const qualifiers = new Set(
  (
    'populous 1th 2th 3th 4th 5th latest north south east west northern southern eastern western central ' +
    'only dwarf original remake sequel prequel'
  ).split(' '),
);

/** Whether a word on one side alone makes another question: "the largest", "the first", "south". */
export function isQualifier(meaning: string, form: string): boolean {
  return qualifiers.has(meaning) || qualifiers.has(form) || isSuperlative(form);
}

const sexes = new Set('male female woman women girl girls boys mens womens'.split(' '));

/** Of whom the first or the best is asked for: "the first woman in space". */
export function isSex(meaning: string, form: string): boolean {
  return sexes.has(meaning) || sexes.has(form);
}

function isSuperlative(form: string): boolean {
  return form.endsWith('st') && superlative.test(form);
}

const superlative =
  /^(?!.*(?:forest|interest|protest|guest|contest|request|harvest|honest|modest|conquest|priest|digest|invest|suggest|manifest)$)\w{2,}est$|^(?:inner|outer|upper|fore)most$/;

/** General verbs that stand for any of the special ones: "created" for "painted". */
const general = new Set(['create', 'make']);
const special = new Set(
  'write paint compose direct invent design build sculpt found create make produce develop draw'.split(
    ' ',
  ),
);

export function isGeneralFor(one: string, other: string): boolean {
  if ((general.has(one) && special.has(other)) || (general.has(other) && special.has(one)))
    return true;
  return interchangeable.get(one)?.has(other) ?? false;
}

/** Verbs that mean the same of some subjects: a river runs and flows. */
const interchangeable = new Map<string, Set<string>>();
for (const pair of [
  'run flow',
  'play act',
  'perform act',
  'perform play',
  'pass flow',
  'celebrate observe',
  'live found',
]) {
  const [one = '', other = ''] = pair.split(' ').map(meaningOf);
  interchangeable.set(one, new Set(interchangeable.get(one)).add(other));
  interchangeable.set(other, new Set(interchangeable.get(other)).add(one));
}

export function isGeneralVerb(meaning: string): boolean {
  return general.has(meaning);
}

export function isSpecialVerb(meaning: string): boolean {
  return special.has(meaning);
}

/** A verb that may stand for another one, or one that it may stand for. */
export function isGeneral(meaning: string): boolean {
  return general.has(meaning) || special.has(meaning) || interchangeable.has(meaning);
}
