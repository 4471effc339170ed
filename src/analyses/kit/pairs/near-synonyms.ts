import { meaningOf } from './synonyms.ts';

/**
 * Words of one group can stand for each other in some questions and not in others: "released" and "launched"
 * of a telephone, not of a prisoner. They match where nothing else does, and where the answers differ only if
 * the whole questions mean the same.
 */
const groups = `
release launch debut premiere introduce publish unveil issue|write publish|hold host happen stage
win receive earn gain claim|give grant award present|lead head command govern rule|rule reign govern
begin open outbreak|end close|complete finish|fall collapse|destroy demolish ruin
erect open inaugurate|act play star role perform|sing perform record|hero protagonist
villain antagonist|baby young infant newborn offspring|study science branch field discipline
deal concern|component ingredient constituent part|compound substance material|purpose function
field area|picture painting portrait artwork|statue sculpture|museum gallery|building structure
mountain peak summit|island isle|coast shore|forest wood|river stream|state condition
separate divide split|connect link join|surround enclose|orbit circle revolve|rotate spin
absorb soak|emit radiate|breathe inhale|attack assault|surrender capitulate
declare proclaim announce|ban prohibit outlaw forbid|leave quit exit|join enter|unite unify
crown coronation|exile banish|succeed replace follow|nickname alias moniker|pseudonym alias
title championship trophy cup|title name|player athlete footballer|stadium arena venue|sport game
coach manager|astronaut cosmonaut|king monarch|country land state nationality|price cost|salary wage
faith religion|holy sacred|annual yearly|distance far|duration long last|speed fast|velocity speed
temperature hot|cartoon animate|genre style|track song single|album record|website site
software program application|enemy foe|pet animal|dish meal food|flavor taste|region area
phrase expression saying|visible see|kill execute|depict show portray|describe define|contain have
carry transport|travel go fly|reach arrive|visit tour|spend cost
scientist physicist chemist biologist researcher|artist painter|artist sculptor|musician singer artist
pupil student|teacher tutor|soldier warrior|explorer navigator|thinker philosopher|official standard
ordinary normal standard|found start begin launch create form|develop create design program
belong member part|member belong one|ruler monarch king queen emperor sovereign leader
rule reign govern throne power|worth value|value price cost|count tally
originate come hail base native origin|origin source root|birthplace native home hometown
home base house|locate stand lie find|host hold stage venue organize|venue site place location
put place add set|cover coat line|substance material matter compound|symbol emblem sign represent
represent stand denote mean|work piece creation masterpiece|pay use|myth mythology legend
story tale fable legend|ground stadium park field pitch arena
produce make manufacture secrete create generate|orbit circle travel revolve move
appear feature debut show|feature include contain|character role figure
speaker speak deliver recite say narrate|speech address talk|line lyric verse word|open begin start
hit single track song|goal aim purpose target|aim intend want|improve enhance
surgery operation procedure|procedure process method technique|survive live last go
fatal deadly lethal|lethal poison venom toxic|defeat overcome conquer vanquish beat
final last ultimate|conflict war battle campaign|fight duel battle combat|clash meet face
revolution uprising rebellion revolt|rebel insurgent|army force troop military|navy fleet
ally partner|treaty agreement pact accord|sign conclude agree|found settle colonize
settle inhabit live|citizen inhabitant resident native|inhabitant population people
discover find detect identify|explore travel sail voyage journey|voyage trip journey expedition
invent create develop devise conceive|propose formulate suggest advance devise introduce
theory hypothesis law|prove show demonstrate|explain describe|study investigate examine research
science study discipline|expert specialist|doctor physician surgeon
illness disease disorder condition|cause lead result produce|deficiency lack shortage absence
treat cure heal|drug medicine medication|bone skeleton|stomach belly abdomen
child offspring baby young kid|baby young cub newborn|family clan dynasty house
group collection collective gathering herd|collective noun|eat feed diet consume live|food diet
plant flora|animal beast creature|bird fowl|flower bloom blossom|grow cultivate|farm ranch
town village|village settlement|area region district zone|river waterway stream|canal waterway
mountain peak mount|range chain|valley canyon gorge|waterfall fall|border frontier boundary
separate lie|cross span|bridge span|road street highway|tower skyscraper building
building structure edifice monument|castle palace fortress|church cathedral temple
house home residence|reside live home|build construct erect complete|design plan architect
paint picture canvas|draw sketch illustrate|sculpture statue bust|artist painter
museum gallery hang exhibit display|hang keep house exhibit display|writer poet author
book novel volume|poem verse|magazine newspaper journal|journalist reporter|title name call
subtitle title|name know call|know call dub|nickname call know|letter character symbol
word term expression|translate mean|language tongue|speak use|abbreviation acronym initialism stand|abbreviation mean
film movie picture flick|film cinema|franchise series saga|sequel follow|episode part
series program show|show program musical|star appear play|role part character
character hero protagonist|voice speak dub|comedy sitcom|director maker|song music theme
theme tune music|tune melody|album disc|band group act|group trio duo quartet
singer vocalist frontman|frontman leader|drummer percussion|composer write|perform play sing
concert show|instrument play|record release|release issue drop|chart list|win award
award honor prize|medal prize|trophy cup prize|winner champion|victory win triumph|beat win
player scorer|goal score|score goal point|point score mark|sport discipline game|game match contest
match bout fight|team side club franchise squad|league division|season campaign|athlete sportsman
boxer fighter|runner sprinter|footballer player|rule regulation|move step|board table
tile letter piece|company firm business manufacturer corporation|firm maker|maker produce
brand make label|product item|own belong|serve act|elect choose|appoint name make|law act bill
crime offense|arrest capture|prison jail gaol|escape flee|kill murder slay shoot assassinate
die perish|bury grave rest|god deity|goddess deity|religion faith belief|priest cleric
number figure total|figure digit|sum total|equal make|unit measure|measure unit express
shape figure polygon|side edge|corner vertex angle|temperature point|heat warm|speed velocity rate
distance length|height altitude elevation|weight mass|color shade|metal element|consist contain
contain hold|component part|spacecraft probe craft|rocket launch|machine device apparatus
engine motor|device gadget|computer machine|program software|code language|file document
website page platform service|platform console system|network web internet|encrypt secure protect
protect guard defend|store keep save|send transmit|phone telephone|vehicle car
plane aircraft airplane|aircraft jet|ship boat vessel|train railway|ingredient base main|base main
dish food cuisine|sauce condiment|drink beverage cocktail|clothing garment|garment dress
job work trade profession|worker laborer employee|employee staff|industry trade sector|money cash
bill note banknote|flag banner|anthem hymn|holiday celebration day|celebrate mark
commemorate mark honor|feast festival|happen occur event|event incident|accident crash disaster
disaster catastrophe|crash collapse|fire blaze|storm hurricane|eruption erupt|flood deluge
era age period|period time era|century age|part piece bit portion section
former previous old earlier past before|component consist contain compound constituent
spinoff derive|previously formerly once|historic old ancient|ancient old|modern contemporary
young junior|famous notable|important major main|chief main major|large major|size big large
fast quick rapid|strong powerful|hard tough|scared afraid fear|dread fear|belief idea
idea concept notion|inspire base influence|base adapt|adapt turn|derive come take|take come
bear carry have|wear carry|attack strike raid|steal rob theft|bite nip|hit strike|run sprint
throw toss hurl|catch capture|cut slice sever|break fracture|fix repair mend|hide conceal
seek search|watch see view|hear listen|smell scent odor|taste flavor|touch feel|learn study
teach instruct educate train|pupil student disciple|university college
`;

const groupsOf = new Map<string, number[]>();
for (const [at, line] of groups.trim().split(/[\n|]/).entries()) {
  for (const word of new Set(line.split(' ').map(meaningOf))) {
    groupsOf.set(word, [...(groupsOf.get(word) ?? []), at]);
  }
}

export function isNearSynonym(one: string, other: string): boolean {
  const groups = groupsOf.get(other);
  return (
    groups !== undefined && (groupsOf.get(one)?.some((each) => groups.includes(each)) ?? false)
  );
}
