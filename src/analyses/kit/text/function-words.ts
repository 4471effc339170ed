/** Question words. */
export const interrogatives: ReadonlySet<string> = new Set(
  'which what who whom whose where when why how'.split(' '),
);

export const auxiliaries: ReadonlySet<string> = new Set(
  (
    'is are was were be been being do does did has have had can could will would shall should may ' +
    "might must isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't " +
    "can't cannot couldn't won't wouldn't shouldn't"
  ).split(' '),
);

const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety ' +
  'hundred thousand million billion trillion once twice half';

export const numberWordSet: ReadonlySet<string> = new Set(numberWords.split(' '));

/** Words so common that their occurrence in a question gives nothing away. */
export const functionWords: ReadonlySet<string> = new Set([
  ...interrogatives,
  ...auxiliaries,
  ...numberWordSet,
  ...(
    'a an the and or but nor not no yes if of in on at to by for from with into over under after ' +
    'before than as it its he she they them their his her him i me my we us our you your this that ' +
    'these those there here all any some both each every none more most other same so such up down ' +
    'out off about between through only very also then'
  ).split(' '),
]);
