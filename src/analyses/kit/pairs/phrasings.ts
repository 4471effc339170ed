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
capital|capital city|seat of government
real name|birth name|true name|full name at birth
pseudonym|pen name|nom de plume
protagonist|main character|lead character|leading character|central character|main hero
villain|main antagonist|antagonist|main villain
most|largest number of|highest number of|greatest number of|biggest number of
1th album|debut album
1th novel|debut novel
1th film|debut film
1th single|debut single
1th|inaugural|very 1th
vote|right to vote
moon|lunar surface|surface of the moon
human|human body|human being|human beings
element|chemical element
state|usa state
game|video game|videogame|computer game
film|feature film|motion picture
series|television series|television show|television program
band|rock band|musical group|music group|pop group|rock group
song|hit song|hit single
language|mother tongue
play|play the role of|played the role of|plays the role of|play the part of|played the part of|play the character|played the character|plays the character
|responsible for|credited with|credited as|credited for|considered to be|considered|regarded as|regarded|said to be|the name given to|happens to be
|very|own|in total|altogether|in all|respectively|at once|in order
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
