/** Words that shape a question and say nothing about its subject. */
export const frameWords: ReadonlySet<string> = new Set(
  (
    'which what who whom whose where when why how that this these those it its there here ' +
    'is are was were be been being am do does did done has have had having can could will would shall should may might must ' +
    'a an the of in on at to by for from with as into and or but if than then so such also any some ' +
    'he she they them their his her him we our you your i my me one ones ' +
    'name term type say please tell give identify state following answer question correct following choose select ' +
    'actually exactly specifically usually typically generally often commonly famously originally really just only ever ' +
    'refer referred describe described give given get got go goes went come comes came ' +
    'thing something someone person people man kind example sort ' +
    'not no never except without'
  ).split(' '),
);

/** Words whose presence on one side changes little: "the capital (city) of France". */
export const weakWords: ReadonlySet<string> = new Set(
  (
    'city country famous world earth official main use located year date find found common all ever modern ' +
    'well total whole entire called name popular real fictional character mean word letter same single ' +
    'originally today now currently current present time history historical whole various certain particular ' +
    'happen take place call contain make have many ' +
    'film book song band game series animal artist author writer scientist company planet element team player'
  ).split(' '),
);

/** Nouns that a question asks for by "which" and another by "who": they name the kind of the answer. */
export const personNouns: ReadonlySet<string> = new Set(
  (
    'artist author writer scientist inventor painter composer singer musician actor actress director person man woman ' +
    'president king queen emperor leader player athlete philosopher mathematician physicist chemist explorer poet ' +
    'architect engineer politician write paint compose direct sing act invent lead character god goddess monarch general ' +
    'astronaut footballer rapper comedian economist psychologist biologist astronomer novelist playwright sculptor designer founder'
  ).split(' '),
);
