/** Words that shape a question and say nothing about its subject. */
export const frameWords: ReadonlySet<string> = new Set(
  (
    'which what who whom whose where when why how that this these those it its there here ' +
    'is are was were be been being am do does did done has have had having can could will would shall should may might must ' +
    'a an the of in on at to by for from with as into and or but if than then so such also any some ' +
    'he she they them their we our you your i one ones ' +
    'name term type say please tell give identify following answer question correct following choose select ' +
    'together co normally actually exactly specifically usually typically generally often commonly famously originally really just only ever formally approximately approximate roughly widely traditionally finally ' +
    'refer referred describe described give given get got go goes went come comes came ' +
    'thing something someone person people man kind example sort ' +
    'not no never except without'
  ).split(' '),
);

/** Words that one side alone may have: "the capital (city) of France". */
export const weakWords: ReadonlySet<string> = new Set(
  (
    'city famous world earth official use located year date all ever well total whole entire name popular ' +
    'mean word letter today now currently current present time happen take place many main common'
  ).split(' '),
);

/** Words that say little about the subject, but are not left out without changing the question. */
export const lightWords: ReadonlySet<string> = new Set([
  ...weakWords,
  ...(
    'country find found modern real fictional character same single history historical various certain ' +
    'particular contain make film book song band game series animal artist author writer scientist ' +
    'company planet element team player'
  ).split(' '),
]);

/** Meanings whose words are one thing in a paraphrase, and two where the answers differ. */
export const looseSynonyms: ReadonlySet<string> = new Set(
  'sea fight war tool stone series act tournament rule lead record main'.split(' '),
);
