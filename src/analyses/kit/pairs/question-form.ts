/**
 * What kind of thing a question asks for; `any` where its wording leaves that open, `nothing` for words
 * that are no question at all.
 */
export const kindsAsked = [
  'who',
  'what',
  'where',
  'place',
  'when',
  'count',
  'age',
  'truth',
  'any',
  'nothing',
] as const;

export type Asked = (typeof kindsAsked)[number];

/** What the wording of a question says about how it can be compared. */
export interface QuestionForm {
  /** "Which of these…": another question with the same words may have other choices. */
  readonly needsChoices: boolean;
  /** "Name a war film.": several answers are right. */
  readonly isOpen: boolean;
  /** "What kind of animal …": several may be right. */
  readonly mayBeSeveral: boolean;
  readonly isNegated: boolean;
  /** How often it says "no" or "not". */
  readonly denials: number;
  /** A city and its country are both right. */
  readonly asksWhere: boolean;
  readonly asked: Asked;
  /** "Name the artist: Magic": words without a sentence. */
  readonly isClue: boolean;
  /** "Turok: Dinosaur Hunter": without it, another work. */
  readonly hasSubtitle: boolean;
  /** "Descartes says that he may be ____.": nothing says what kind of thing completes it. */
  readonly isCloze: boolean;
  /** Whether names can be told from other words. */
  readonly hasCapitals: boolean;
}

const choices = new RegExp(
  [
    'of (?:these|those|the following|the (?:above|below))',
    // "Following his death, who …" says when.
    '(?<!^\\W*)\\bfollowing\\b(?! (?:the|an?|his|her|its|their)\\b)',
    '\\bthese\\b.{0,40}\\?',
    '\\bodd one out\\b',
    '\\b(?:listed|shown|pictured)(?: (?:below|above|here|with)\\b|\\W*$)|\\bgiven (?:below|above|here)\\b',
    '\\bthe (?:listed|given)\\b|\\b(?:choices?|options?) \\b',
    '\\b(?:this|the) (?:picture|image|photo|passage|diagram|figure|statement|sequence|quote|quotation)\\b(?!,? *[_\\d]| of\\b)',
    '\\bwhich (?:one )?(?:statement|sentence|answer|option|choice)',
    '\\b(?:best|most accurately) (?:describes?|defines?|explains?|represents?|completes?)',
    '\\bis (?:true|false|correct|incorrect)\\b',
    '\\b(?:most|least) likely\\b',
    // "Of all the planets, which one" and "Of its moons, which one" have them all; "the national language is which one" and "only one has it; which one" need none.
    '^(?!.*\\bof all\\b|\\W*(?:of|among) ).*\\bwhich one\\b(?<!(?:\\b(?:is|was|than)|\\bone\\b.*[;:–—]) which one(?=\\W*$))',
    '\\bthis (?:list|selection)\\b',
    '\\bwhat comes next\\b',
    // "This actor played Jody in …" is a clue; "who is this actor" has a picture.
    '(?:(?<=.)\\bthis|^this(?=.*\\?)) (?:[\\w-]+ ){0,3}(?:phrase|line|song|clip|sound|logo|flag|scene|word)\\b',
    '(?:(?<=.)\\bthis|^this(?=.*\\?)) (?:[\\w-]+ ){0,3}(?:person|man|woman|actor|actress)\\b(?![^.?!]*[.!] [A-Za-z])',
    '\\b(?:the|audio|video|sound) clip\\b',
    '\\b(?:who|what) am i\\b',
  ].join('|'),
  'i',
);

const open = new RegExp(
  [
    '^\\W*(?:name|list|give|find|identify|mention)(?: me)? (?:a|an|any|one|two|three|some|another|at least)\\b',
    '\\bexamples? of\\b|\\w\\(s\\)',
    "^\\W*(?:what|who|which)(?:'s| is| are| was| were) (?:an?|one|some|another)\\b(?!.*\\b(?:call|known|name|term|mean|word|plural|square|cube|number)).*$",
    // "What countries are in …" asks for all of them, and gets some.
    '(?<!\\b(?:in|on|at|of|for|to|from|with|during|by) )(?:what|which) \\w{2,}[^\\Wsiu]s (?:are|were|do|does|did|have|has)\\b',
    // Between commas, and in "ranked as one of", it describes.
    '(?<!,["”]? |\\b(?:as|among|ranked|named|declared|considered|voted) )\\bone of\\b',
    '\\bwhat word means\\W+an?\\b|\\b(?:starred|stars|appeared) in this\\b|_ is an?\\b',
    '^\\W*who (?:has|have) (?:been|ever)\\b',
    // Roles are cast again, players move, and seasons follow each other.
    '^(?!.*(?:["“]|\\b(?:film|movie|animation)\\b)).*\\b(?:voice of|voiced by)\\b|^\\W*who (?:voices?|voiced|plays|played|portrays|portrayed) (?!.* in (?:the )?(?:\\d{4} )?(?:film|movie) \\w)[^"]{2,40}$',
    '\\bteam\\b.*\\bplay(?:s|ed|ing)? (?:for|on|in|with)\\b|\\bplay(?:s|ed)? for\\b',
    '\\bwhen\\b.*\\b(?:new(?! (?:world|york|zealand|orleans|england|jersey|mexico|delhi|testament|deal|amsterdam|guinea)\\b)|next|upcoming)\\b',
    '\\b(?:known|famous|noted|remembered) for\\W*$',
    '^\\W*what (?:did|does|do|has|have|was|were) .{2,60} (?:do|doing|like|done)\\W*$',
    '^\\W*(?:why|how (?:do|does|did|can|could|would|is|are|was|were)(?! (?:you|we|one) (?:say|call|spell)\\b)(?!.*\\b(?:translate|write)\\b))\\b',
  ].join('|'),
  'i',
);

/** Several answers may be right, unless the other question leaves no doubt that it is one. */
const several = new RegExp(
  [
    '\\b(?:fear|phobia) of\\b(?! what\\b)',
    // A species, its family and its order are all right.
    '^(?!.*\\b(?:most|only|first|\\w{2,}est)\\b).*\\b(?:type|kind|sort|breed|species|genre|style|class|category)s? of\\b',
    '\\b(?:what|which) (?:dog|animal)s? (?:do|does|did|is|are|in)\\b(?!.*\\b(?:most|least|only|first|official|national|main|primary|\\w+est)\\b)',
    '^(?!.*\\b(?:most|mostly|mainly|majority|first|official|national|main|primary|predominant)\\b).*\\b(?:speak|spoken|languages? (?:of|in|do|does|is|are))\\b',
    // 'Famous for the song "Popcorn"' and "known for painting it" say what for.
    '\\b(?:known|famous|noted|remembered) for\\b(?! \\w+ing\\b)(?![^?.]*["“])',
    // A word has several meanings.
    '\\bwhat (?:do|does|did) .{1,40} mean\\W*$',
  ].join('|'),
  'i',
);

/** Songs have several writers and singers; a search query without capitals says not which. */
const credited = /\bwho (?:sang|sings|sung|wrote|recorded|performed|plays|played)\b/;

const negation =
  /\b(?:not(?! (?:counting|including)\b)|never|no longer|except|without|cannot|neither|nor|fails? to|unable|(?<!\b(?:a|the|by|of|from) )lacks?)\b|n['’]t\b/i;

/** "Dr. No", "Hips Don't Lie": within a name. */
const deniedInNames =
  /(?<=\p{L}[,.]? )(?:No|Not|Never|Without|Nor|Neither|(?:Do|Ca|Wo)n['’]t)(?=\W)/gu;

const denials = /\b(?:no|not(?! (?:counting|including)\b)|never|neither|nor)\b|n['’]t\b/gi;

/** "Not counting Russia": what is left has one answer. */
const exclusion =
  /\b(?:not (?:counting|including)|excluding|leaving (?:out|aside)|apart from|aside from|other than)\b/i;

export function readForm(given: string): QuestionForm {
  const text = given.replace(singleQuoted, '"$1"');
  const plain = withoutQuotes(text).replace(deniedInNames, '_');
  const asksWhich = /\b(?:which|what|who|whom|whose|where)\b/i.test(text);
  return {
    needsChoices: choices.test(withoutQuotes(text)) || (asksWhich && asksWhatIsNot(plain)),
    isOpen: open.test(text) || (!/\p{Lu}/u.test(text) && credited.test(text)),
    mayBeSeveral: several.test(text),
    isNegated: negation.test(plain) || exclusion.test(plain),
    denials: plain.match(denials)?.length ?? 0,
    asksWhere: /\bwhere\b/i.test(withoutAsides(text)),
    asked: readAsked(text),
    isClue: clue.test(asking.test(plain) ? plain.replace(titleColon, '') : text),
    hasSubtitle: text.search(titleColon) >= 0,
    isCloze: !asking.test(plain),
    hasCapitals: /\p{Lu}/u.test(text),
  };
}

/**
 * What is not so is rarely one thing alone: the choices decide. "Lions do not live alone. Which word describes their
 * group?" and "what is singing without instruments called" deny it of what they describe.
 */
function asksWhatIsNot(plain: string): boolean {
  return plain
    .split(/(?<=\p{L}{3}[.!]) /u)
    .some((sentence) => asking.test(sentence) && negation.test(sentence.replace(described, '')));
}

const described =
  /(?<!\b(?:is|are|was|were) )\bwithout\b|\bbut never\b|\b(?:does|do|did) not (?:need|have) to\b|^\W*an? (?:\w+ ){1,2}(?:that|which|who) (?:cannot|(?:can|do|does|did|is|was|has|have) (?:not|never))\b/gi;

/** 'The Dark Knight', as some write titles. */
const singleQuoted = /(?<![\p{L}\p{N}])['‘](\p{Lu}[^'‘’"]*)['’](?!\p{L})/gu;

const clue = /:\s|\s[-–—]+\s/;

/** The colon first, which is rare, and what stands before it only then. */
const titleColon = /:(?<=(?:\p{Lu}|\d)[\p{L}\d'’-]*:)(?= \p{Lu})/gu;

/** Words that ask, or stand for what is asked for. */
const asking =
  /\b(?:who|whom|whose|what|which|where|when|how|why|this|these|name|identify|give|calculate|find)\b/i;

const place =
  '(?:what|which) (?:\\w+ )?(?:country(?! (?:doctor|singer|music|artist|house|band|star))|city|state|town|place|continent|nation)\\b';

const kindsOfQuestion: readonly (readonly [RegExp, Asked])[] = [
  [
    /\bhow (?:many|much|long|far|tall|high|deep|fast|big|large|heavy|wide|often)\b|\b(?:what|which) (?:(?:is|was) the (?:total )?)?number of\b|\b(?:what|which) (?:percentage|percent|proportion|fraction)\b/i,
    'count',
  ],
  [/\bhow old\b|\b(?:what|which) age\b/i, 'age'],
  // After another question word, "when" joins clauses.
  [
    /^(?!.*\b(?:what|which|who|whom|whose|where|how)\b.*\bwhen\b)(?!.*\bwhen\b(?! (?:is|are|was|were|do|does|did|will|has|have)\b).*\b(?:what|which|who|whom|whose|how)\b).*\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b/i,
    'when',
  ],
  [/\bwhere\b/i, 'where'],
  [new RegExp(`\\b(?:in|from|on|to|near|of) ${place}|${place}.*\\b(?:in|from)\\W*$`, 'i'), 'where'],
  [new RegExp(`\\b${place}`, 'i'), 'place'],
  [/\bwho(?:m|se)?\b/i, 'who'],
  [/\b(?:what|which)(?:'s|’s)? (?:is|are|was|were|do|does|did)\b(?!.*\bname\b)/i, 'what'],
  [/\b(?:what|which|how|why)\b/i, 'any'],
  [/^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|true or false)\b/i, 'truth'],
  [/[?_]|\.{3}|…|[.!:]\s*$|\b(?:name|this|complete|define)\b|\s(?:is|are|was|were)$/i, 'any'],
];

function readAsked(text: string): Asked {
  const plain = withoutAsides(text);
  return kindsOfQuestion.find(([pattern]) => pattern.test(plain))?.[1] ?? 'nothing';
}

/** A title or a quotation asks nothing, and denies nothing. */
function withoutQuotes(text: string): string {
  return text.replace(/["“][^"“”]*["”]/g, ' _ ');
}

/** Without titles and relative clauses, whose "who" and "when" ask nothing: "an architect who died in …". */
function withoutAsides(text: string): string {
  const plain = withoutQuotes(text);
  if (!/\b(?:what|which|whom)\b|^\W*(?:name|identify)\b/i.test(plain)) return plain;
  return plain.replace(/(?<=\p{L}\p{L},? )(?:who|whose|where)(?=\s)/gu, 'that');
}

/** Whether two questions may ask for the same kind of thing. */
export function mayAskAlike(one: Asked, other: Asked): boolean {
  if (one === 'nothing' || other === 'nothing') return false;
  if (one === other || one === 'any' || other === 'any') return true;
  // "What is the capital?" and "Which city is the capital?"; "What was his bride called?" and "Whom did he marry?"
  const both = new Set([one, other]);
  if (both.has('what') && both.has('who')) return true;
  return both.has('place') && (both.has('what') || both.has('where'));
}
