import { isContrast } from './contrasts.ts';
import { isConverse } from './converse.ts';
import type { ContentMatch } from './match-content.ts';
import type { ReadStem } from './read-question.ts';
import { meaningOf } from './synonyms.ts';

/**
 * Opposites, and parties of one thing: of two questions that differ in them, either asks what the other does not. A
 * word has those that stand beside it in a line.
 */
const lines = `
near farthest|near far|closest farthest|nearest farthest|fastest slowest|fast slow|vertex edge face|vertices edges faces|female baby|male baby|evaporate freeze
left right|top bottom|upper lower|inner outer|internal external|inside outside|interior exterior|front back rear|anterior posterior|dorsal ventral
proximal distal|medial lateral|superior inferior|superficial deep|above below|above beneath|above under|over under|up down|before after
earlier later|start end|start finish|start stop|open close|opening closing|beginning ending|dawn dusk|sunrise sunset
morning evening|day night|summer winter|spring autumn|youngest oldest
increase decrease|increase reduce|rise fall|rising falling|rise drop|grow shrink|grow decline|expand contract|expansion contraction|lengthen shorten
widen narrow|strengthen weaken|accelerate decelerate|accelerate brake|gain lose|gain loss|add remove|add subtract|addition subtraction|multiply divide
multiplication division|insert delete|attach detach|connect disconnect|join separate|merge split|assemble disassemble|build demolish|create destroy
construct destroy|lock unlock|enable disable|activate deactivate|push pull|lift lower|ascend descend|ascending descending|climb descend|arrive depart
arrival departure|enter exit|enter leave|entrance exit|inhale exhale|absorb emit|absorb release|absorb reflect|attract repel|attraction repulsion
accept reject|accept refuse|donor acceptor|sender recipient|exporter importer|buyer seller|lender borrower|lessor lessee
employer employee|landlord tenant|plaintiff defendant|claimant defendant|prosecution defense|prosecution defence|winner loser|offensive defensive
principal agent|agonist antagonist|payer payee|insurer insured|producer consumer|hot cold|warm cold|warm cool|boil freeze|melt freeze|melting freezing
evaporate condense|evaporation condensation|heat cool|endothermic exothermic|hypertension hypotension|hyperglycemia hypoglycemia
hyperthermia hypothermia|hyperopia myopia|farsighted nearsighted|longsighted shortsighted|hypertonic hypotonic isotonic|hypothyroidism hyperthyroidism
tachycardia bradycardia|systole diastole|systolic diastolic|dilate constrict|dilation constriction|vasodilation vasoconstriction|afferent efferent
sensory motor|sympathetic parasympathetic|oxygenated deoxygenated|artery vein|arterial venous|arteries veins|flexion extension|abduction adduction
supination pronation|benign malignant|acute chronic|congenital acquired|dominant recessive|homozygous heterozygous|haploid diploid
prokaryotic eukaryotic|unicellular multicellular|aerobic anaerobic|autotroph heterotroph|vertebrate invertebrate|vertebrates invertebrates
herbivore carnivore omnivore|diurnal nocturnal|deciduous evergreen|annual perennial|male female|anabolism catabolism|extracellular intracellular
cation anion|anode cathode|oxidation reduction|oxidize reduce|acidic basic|acidic alkaline|soluble insoluble|solute solvent|polar nonpolar
ionic covalent|saturated unsaturated|reactant product|forward reverse|forward backward|reversible irreversible|isobaric isochoric isothermal adiabatic
elastic inelastic|ductile brittle|tension compression|tensile compressive|stretch compress|series parallel|alternating continuous|conductor insulator
transparent opaque|concave convex|converge diverge|converging diverging|constructive destructive|longitudinal transverse|static kinetic
potential kinetic|centripetal centrifugal|crest trough|peak trough|perihelion aphelion|perigee apogee|waxing waning|ebb flood|low high|lowest highest
max min|windward leeward|upstream downstream|stalactite stalagmite|intrusive extrusive|igneous sedimentary metamorphic|latitude longitude
numerator denominator|dividend divisor|odd even|prime composite|rational irrational|positive negative|plus minus|necessary sufficient
inductive deductive|discrete continuous|dependent independent|sensitivity specificity|row column|horizontal vertical|vertically horizontally
permutation combination|singular plural|active passive|transitive intransitive|prefix suffix|vowel consonant|synonym antonym|uppercase lowercase
literal figurative|protagonist antagonist|hero villain|prologue epilogue|comedy tragedy|major minor|sharp flat|crescendo diminuendo|treble bass
legato staccato|loud soft|loud quiet|louder softer|louder quieter|fast slow|faster slower|supply demand|surplus deficit|surplus shortage
deficiency excess|shortage excess|inflation deflation|profit loss|income expenditure|asset liability|debit credit|debtor creditor|fixed variable
gross net|call put|macroeconomics microeconomics|public private|domestic foreign|domestic international|direct indirect|directly indirectly
progressive regressive|appreciation depreciation|appreciate depreciate|deposit withdraw|deposit withdrawal|wholesale retail|centralized decentralized
civil criminal|guilty innocent|convict acquit|legal illegal|lawful unlawful|felony misdemeanor|libel slander|testate intestate|express implied
unilateral bilateral multilateral|majority minority|encrypt decrypt|encryption decryption|encode decode|encoder decoder|compiler interpreter
compile interpret|upload download|enqueue dequeue|input output|hardware software|mutable immutable|best worst|overfit underfit
overfitting underfitting|supervised unsupervised|authentication authorization|symmetric asymmetric|commit rollback|inclusive exclusive
local remote|local global|volatile nonvolatile|preorder postorder inorder|signed unsigned|rural urban|introvert extrovert|conscious unconscious
implicit explicit|reinforcement punishment|retrograde anterograde|assimilation accommodation|tighten loosen|clockwise anticlockwise
clockwise counterclockwise|inlet outlet|intake exhaust|port starboard|bow stern|takeoff landing|load unload|wet dry|rough smooth|hard soft|thick thin
wide narrow|sweet sour|raw cooked|shallow deep|light dark|light heavy|bright dim|strong weak|rich poor|wealthy poor|cheap expensive|common rare
natural artificial|natural synthetic|organic inorganic|permanent temporary|success failure|true false|voluntary involuntary|offense defense
sender receiver|caller callee|ascent descent|leading trailing|underweight overweight|minimum maximum|minimal maximal|least most|fewest most|few many
unpleasant pleasant|desirable undesirable|expected unexpected|equal unequal|stable unstable|visible invisible|possible impossible|complete incomplete
unchanged change|unchanged changed|boy girl|man woman|north south|return away|back away|1th last|1th final|indoor outdoor|indoor beach
floor roof|floor ceiling|solar lunar|sun moon|solar moon|lunar sun|power energy|force energy|force power|area perimeter|gold silver bronze|house senate
velocity acceleration|speed acceleration|mass weight|radius diameter circumference|protein fat carbohydrate|solid liquid gas|noun verb adjective adverb
`;

const oppositesOf = new Map<string, Set<string>>();
for (const line of lines.trim().split(/[\n|]/)) {
  const words = line.split(' ').map(meaningOf);
  for (const word of words) {
    const known = oppositesOf.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    oppositesOf.set(word, known);
  }
}

/** Whether one says the opposite of what the other says: "in series" and "in parallel", "before the root" and "after" it. */
export function areOpposed(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: Pick<ContentMatch, 'onlyLeft' | 'onlyRight'>,
): boolean {
  const has = ({ content }: ReadStem, meaning: string) =>
    content.some((word) => word.meaning === meaning);
  return onlyLeft.some((left) => {
    const opposites = oppositesOf.get(left.meaning);
    if (!opposites || has(other, left.meaning)) return false;
    return onlyRight.some(
      (right) =>
        opposites.has(right.meaning) &&
        !has(one, right.meaning) &&
        !isConverse(one, other, left, right),
    );
  });
}

/**
 * Whether two opposites have changed places: "exports exceed imports" and "imports exceed exports", or, where all words
 * are the same, "how many miles are 10 km" and "how many km are 10 miles".
 */
export function exchangeOpposites(one: ReadStem, other: ReadStem, likeness: number): boolean {
  const texts = [one.text, other.text];
  const isSaid =
    texts.every((text) => more.test(text)) ||
    (likeness >= allAlike && !texts.some((text) => text.includes(' and ')));
  if (!isSaid) return false;
  const [left, right] = [placesOf(one), placesOf(other)];
  const shared = [...left.keys()].filter((word) => right.has(word));
  return shared.some((word) =>
    shared.some(
      (next) =>
        (isContrast(word, next) || oppositesOf.get(word)?.has(next) === true) &&
        isBefore(left, word, next) &&
        isBefore(right, next, word),
    ),
  );
}

const more =
  /^(?!.*\b(?:less|fewer|smaller|lower)\b).*(?:\bmore\b.*\bthan\b|\bexceed(?:s|ed|ing)?\b)/;
const allAlike = 0.95;

function placesOf({ content }: ReadStem): ReadonlyMap<string, number> {
  return new Map(content.map(({ meaning }, at) => [meaning, at] as const));
}

function isBefore(places: ReadonlyMap<string, number>, word: string, next: string): boolean {
  return (places.get(word) ?? 0) < (places.get(next) ?? 0);
}
