import type { CanonicalWord } from './canonical-word.ts';
import { createPhraseReplacer } from './phrases.ts';

/** What several words say, in the one that is compared first; a line that begins with nothing is left out. */
const lines = `
happen|take place|takes place|took place|taking place|taken place|was held|were held|is held|are held|be held|been held|came about
fall|come down|came down|fell down
walk|set foot|set ft
begin|break out|broke out|kick off|kicked off|get underway|got underway
release|come out|came out|comes out
found|set up
invent|come up with|came up with
die|pass away|passed away|date of death|year of death|lose his life|lost his life
born|date of birth|year of birth|birth date|birth year|come into the world
win|take home|took home|finish first|finished first|come first|came first
resign|step down|stepped down|abdicate|abdicated
contain|made up of|composed of|made of|consist of|consists of|consisted of|made from|consist mainly of
constitute|make up|makes up|made up
absorb|take in|takes in|taken in
emit|give off|gives off|given off
visible|can be seen|could be seen|be seen
border|share a border with|shares a border with|share a border|shares a border|share borders with
capital|capital city
real name|birth name|true name|full name at birth
pseudonym|pen name|nom de plume
protagonist|main character|lead character|leading character|central character|main hero
villain|main antagonist|antagonist|main villain
most|largest number of|highest number of|greatest number of|biggest number of|holds the record for the most|holds the record for most|hold the record for the most|hold the record for most|held the record for the most|held the record for most|the record number of|a record number of
1th album|debut album
1th novel|debut novel
1th film|debut film
1th single|debut single
1th|inaugural|very 1th|original|earliest
mostly|most of the|much of the
most|for most of the|for much of the
costliest|most expensive|costs most|cost most|most costly|priciest
commonest|most common|most abundant|most numerous|most plentiful|most widespread|most prevalent
longest reigning|has reigned the longest|reigned the longest|reigned longest|reigned for the longest time|reigned for the longest|ruled the longest|ruled longest|ruled for the longest time|sat on the throne the longest|sat on the throne for the longest time|sat on the throne longest|on the throne for the longest time|on the throne the longest
country|sovereign state|sovereign country|sovereign nation
surname|last name|family name
latest|most recent|newest
tallest|greatest height
southernmost|farthest south|furthest south
northernmost|farthest north|furthest north
easternmost|farthest east|furthest east
westernmost|farthest west|furthest west
produce most|largest producer of|biggest producer of|leading producer of|top producer of|main producer of
famous|most famous|best known|most celebrated|most popular
vote|right to vote
moon|lunar surface|surface of the moon
sunlight|light from the sun|light of the sun|sun light
blood type|blood group
natural|naturally occurring|occurring naturally|occurring in nature|found in nature|that occurs naturally
human|human body|human being|human beings
element|chemical element
state|usa state|state in the usa|state of the usa
game|video game|videogame|computer game
hottest|highest temperature|highest temperatures|temperatures the highest|temperature the highest|highest surface temperature|highest average surface temperature
fastest|highest speed|greatest speed|top speed
filmmaker|film maker|movie maker
film|feature film|motion picture
series|television series|television show|television program
band|rock band|musical group|music group|pop group|rock group
song|hit song|hit single
language|mother tongue
play|play the role of|played the role of|plays the role of|play the part of|played the part of|play the character|played the character|plays the character
eponym|named after|named for|named in honor of|derive its name from|derives its name from|derived its name from|take its name from|takes its name from|took its name from|get its name from|gets its name from|got its name from|bear the name of|bears the name of|bore the name of|owes its name to|owe its name to
exclude|not counting|not including|leaving out|leaving aside|excluding|apart from|aside from|other than
former name|original name|previous name|old name|earlier name
during|at the time of|in the time of|in the course of
member|belong to|belongs to|belonged to|a part of
group|collective noun for a group of|collective noun for|name for a group of|name given to a group of
fear|afraid of|scared of|fear of|terrified of
deficiency|lack of|shortage of|deficiency in|deficiency of|want of
lead|in charge of|at the head of|at the helm of
home|home to|home of
score most goals|top scorer|top goalscorer|leading scorer|leading goalscorer|highest scorer
spinoff|spin off of|spin off from|spun off from|spun off|spin off
marry|tie the knot|tied the knot|get married|got married
orbit|go around|goes around|circle around|revolve around|revolves around|travel around|travels around
survive|stay alive
sink|go down|went down
who discover|to whom do we owe the discovery of
who invent|to whom do we owe the invention of
home stadium|home ground|home games|home matches|home venue|home arena|play its home games|plays its home games|play its home matches|plays its home matches|play their home games|plays home games|play home games|play their home matches
|hail from|hails from|hailed from|originate from|originates from|originated from|originate in|originates in|originated in|stem from|stems from|native to
|chart topping|best selling|award winning|critically acclaimed|long running|multi platinum|bestselling
|goes by the name of|go by the name of|went by the name of|by the name of|goes by|went by|go by
|known to have|said to have|believed to have|thought to have|reported to have|supposed to have
|responsible for|credited with|credited as|credited for|considered to be|considered|regarded as|regarded|said to be|the name given to|happens to be
|serves as|serve as|served as|acts as|functions as|can boast|boasts|boast
|present day|modern day|very|own|in total|altogether|in all|respectively|at once|in order
|most often|most commonly
|standard|ordinary|typical|normal|regular|average|legendary|iconic|celebrated|renowned|acclaimed|beloved|noted|so called|well known|world famous
`;

const replacePhrases = createPhraseReplacer(
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|')),
  (words) => words.every((word) => !word.isQuoted && !isName(word)),
);

function isName({ form, isCapitalized, isFirst }: CanonicalWord): boolean {
  return isCapitalized && !isFirst && form !== 'usa';
}

/** Says in one way what questions say in several: "take place" and "be held". */
export function rephrase(words: readonly CanonicalWord[]): CanonicalWord[] {
  return replacePhrases(words);
}
