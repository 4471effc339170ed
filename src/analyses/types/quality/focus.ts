import {
  noFindings,
  type QualityRule,
  type ReadQuestion,
  stemRule,
  type TextFinding,
} from './rule.ts';

type Head = Pick<QualityRule, 'id' | 'severity' | 'description' | 'why'>;

/** A rule that searches the sentence that asks for a pattern. */
function askedRule(
  head: Head,
  pattern: RegExp,
  message: string,
  isRelevant: (question: ReadQuestion, match: RegExpExecArray) => boolean = () => true,
): QualityRule {
  return stemRule(head, (question) => {
    const { asked } = question;
    if (asked.text.length > maxLength) return noFindings;
    const match = pattern.exec(asked.text);
    const elsewhere = head.id === 'missing_picture' && lookAt.exec(question.plainText);
    if (elsewhere) {
      const { index } = elsewhere;
      return [{ start: index, end: index + elsewhere[0].length, message }];
    }
    if (!match || !isRelevant(question, match)) return noFindings;
    const start = asked.start + match.index;
    const found: TextFinding = { start, end: start + match[0].trimEnd().length, message };
    return [found];
  });
}

/** Longer sentences are passages. */
const maxLength = 1000;

const truth =
  '(?:true|false|correct|incorrect|right|wrong|accurate|inaccurate|valid|best|not true|not correct|untrue|NOT true|NOT correct)';

const unfocusedStem = askedRule(
  {
    id: 'unfocused_stem',
    severity: 'warning',
    description: 'The question names no subject: "Which of the following is true?", "Paris is:".',
    why: 'Only the choices show what it is about, so that it asks several unrelated things at once.',
  },
  new RegExp(
    `^\\s*(?:(?:which|what)(?: one)?(?: of)?(?: the| these| those)?(?: following| above| below)?(?: statements?| sentences?| options?| answers?| choices?| facts?| claims?| items?)?(?: below| here| given)? (?:is|are|was|were)(?: an?| the)?(?: most| always| never)? ${truth}(?: (?:one|statements?|answers?|options?|facts?))?|(?:choose|select|pick|mark|tick|find|identify)(?: the)?(?: one)? ${truth}(?: (?:statement|answer|option|choice|one)s?)?|(?:the |an? )?[\\p{L}-]+(?: [\\p{L}-]+)? ?(?: (?:is|are|was|were|has|have|can|does|do|means|should|must))? ?(?::|…|\\.{3}|_{2,}\\.?|—)|(?:the |an? )?[\\p{L}-]+(?: [\\p{L}-]+)? (?:is|are|was|were|should|must))\\s*[?.:]?\\s*$`,
    'iu',
  ),
  'Say in the question what is asked, so that it can be answered without the choices.',
  ({ asked, plainText, answer, wrong }) =>
    // A sentence before or after it may name the subject.
    plainText.slice(0, asked.start).trim() === '' &&
    plainText.slice(asked.end).trim() === '' &&
    wrong.length > 0 &&
    !(copula.test(asked.text) && [answer, ...wrong].every(({ text }) => !predicate.test(text))),
);

/** "A keloid is:" asks what a keloid is, if all choices name things rather than tell about it. */
const copula = /\b(?:is|are|was|were|means)\s*(?::|…|\.{3}|_{2,}|—)?\s*[.:]?\s*$/i;
const predicate =
  /^[\s.…]*(?:\p{L}+ly |not |(?:always|never|often|usually|known|found|made|more|less|most|least|part|due|able|likely|free|full|critical|necessary|important|for|from|in|of|on|at|by|with|to|under|between) |\p{L}{3,}(?:ed|able|ible)\b)/iu;

const subject = "(?: the| an?)?(?: [\\p{L}\\d'’-]+){1,3}?";
const anyOf =
  '(?:which|what)(?: one)?(?: of)?(?: the| these)?(?: following)?(?: statements?| facts?| claims?| sentences?)?';

const broadStem = askedRule(
  {
    id: 'broad_stem',
    severity: 'info',
    description: 'The question says no more than its subject: "Which is true of Paris?".',
    why: 'It asks several unrelated things at once, which are better asked one by one.',
  },
  new RegExp(
    `^\\s*${anyOf}(?: (?:about|on|regarding|concerning)${subject} (?:is|are) ${truth}| (?:is|are) ${truth} (?:about|of|regarding|concerning|for)${subject})\\s*[?.:]?\\s*$`,
    'iu',
  ),
  'Ask for one thing about it, so that it can be answered without the choices.',
  ({ asked, plainText, wrong }) =>
    plainText.slice(0, asked.start).trim() === '' &&
    plainText.slice(asked.end).trim() === '' &&
    wrong.length > 0,
);

const people =
  'player|singer|band|song|album|film|movie|book|novel|game|painter|artist|actor|actress|composer|writer|poet|author|athlete|footballer|team|president|king|queen|scientist|director|guitarist|drummer|musician|city|country|food|dish|place|show|series|character|painting|invention|leader|person|man|woman|hero|car|dog|pet|sport|subject|season|colou?r|play|poem|opera|symphony|boxer|fighter';

const opinion = askedRule(
  {
    id: 'opinion',
    severity: 'warning',
    description: 'Asks for an opinion: "in your opinion", "the greatest painter of all time".',
    why: 'Where opinions differ, no answer can be marked as wrong.',
  },
  new RegExp(
    `\\b(?:in your (?:opinion|view)|do you (?:think(?! (?:you|said|wrote|came|made|won|played|sang|had|did|was|were|\\p{Ll}+ed)\\b)|believe|prefer|consider|agree)|would you (?:rather|prefer)|your fav(?:ou?)rite|(?:is|are|was|were|makes|wrote|made|as) (?:\\p{L}+(?:'s)? ){0,3}?the (?:(?:single|world's) )?(?:(?:very )?(?:greatest(?! hits)|best(?![ -]sell| of\\b| an?\\b)|worst|finest|coolest) (?:(?:\\p{L}+) ){0,2}?(?:${people})|(?:most (?:beautiful|interesting|talented|impressive|enjoyable|boring|handsome|delicious|attractive|exciting|overrated|underrated|inspiring|fascinating|amazing)|prettiest|tastiest|funniest|nicest|ugliest|sexiest|loveliest|cutest)|most important (?:\\p{L}+ ){1,3}(?:ever|of all time|in history|in the world)|(?:greatest|best(?![ -]sell)|worst|finest) (?:\\p{L}+ ){1,3}(?:(?:who|that|to) (?:have )?ever|of all time))|(?:is|was) \\p{L}+['’]s? (?:greatest|best(?! friend)|worst|finest) (?:${people}))\\b(?!-)`,
    'iu',
  ),
  'This is a matter of opinion: name who says so, or ask for a fact.',
  ({ asked, plainText }, match) =>
    /\b(?:who|what|which|where|whose|name|do|would|in your)\b/i.test(asked.text) &&
    // Someone is named who says so, or it is an award.
    !/\b(?:according|voted|ranked|rated|named|considered|awarded?|poll|list|magazine|survey|critics|oscars?|prize|regarded|believed|said|called|claimed|title|sentence|possibly|lyrics?|quote|remarks?)\b/i.test(
      plainText,
    ) &&
    !/the (?:Greatest|Best|Worst|Most)\b|\b(?:movie|film|album|song|book|series) the/.test(
      match[0],
    ) &&
    !/^ (?:known|way|friend|described|example|reason|cause|source|part of|factor|predictor|step)/.test(
      asked.text.slice(match.index + match[0].length),
    ),
);

const pictures =
  'picture|image|photo|photograph|figure|diagram|graph|map|chart|illustration|drawing|table|screenshot|graphic|exhibit|cartoon|logo|flag';

const lookAt =
  /\b(?:look at|study|refer to|use|consider|examine) (?:the|this)(?: following| above)? (?:picture|image|photo|photograph|diagram|graph|chart|map|figure|drawing|table)\b/i;

const missingPicture = askedRule(
  {
    id: 'missing_picture',
    severity: 'info',
    description: 'Refers to a picture, diagram or table that a question cannot have.',
    why: 'Without the picture, nobody can answer.',
  },
  new RegExp(
    `\\b(?:(?:shown|pictured|depicted|illustrated|seen|displayed|labell?ed|marked|circled|highlighted)(?: here| above| below|,)*(?: in| on| by)? (?:the|this|that)(?: following| above| given| accompanying)? (?:${pictures})\\b(?! (?:of|on|for)\\b)|(?:in|on|from|by|to|at|does|do|is|of)(?: the| this)(?: following| above| given| accompanying| attached)? (?:picture|image|photo|photograph|diagram|graph|chart|illustration|screenshot|figure|drawing)(?: (?:above|below|shown|here|represent|show|depict)|\\s*[?.]|\\s*$|, )|(?:shaded|colou?red|outlined|indicated|marked|highlighted|circled)(?: in)? \\p{Ll}+ (?:on|in) (?:the|this) (?:${pictures})\\b(?! (?:of|on|for)\\b)|(?:picture|image|photo|photograph|diagram|graph|chart|illustration|screenshot|figure|map|table|drawing|symbol|flag|logo) (?:above|below|shown|pictured)\\b|(?:pictured|depicted|illustrated) (?:here|above|below)|shown (?:here|above|below)(?=[?.,]|$)|(?:does|is|are) this (?:flag|logo|symbol|sign|painting|animal|bird|building|map)\\b|(?:this|these) (?:picture|image|photo|photograph|diagram|graph|chart|illustration|screenshot|drawing|logo)s?\\b|(?:based on|according to|using|judging (?:by|from)|(?:letters?|numbers?|arrows?|points?|labels?|parts?|areas?|regions?|lines?|colou?rs?|curves?|bars?|shapes?|objects?|structures?|animals?|person|people) (?:in|on)) (?:the|this)(?: \\p{Ll}+){0,2}? (?:picture|image|photo|photograph|figure|diagram|graph|map|chart|illustration|drawing|table|graphic)\\b(?!['’]| (?:of|for|with|that|which|from|in)\\b| \\p{Ll}+(?:'s|s)? of\\b))`,
    'iu',
  ),
  'There is no picture: describe what it shows.',
  ({ plainText, asked, stem }, match) =>
    asked.start === 0 &&
    /^\W*(?:which|what|who|whose|where|when|why|how|in|on|at|from|based|according|using|judging|identify|name|label)\b/i.test(
      plainText,
    ) &&
    !/[:"“”]/.test(stem.text) &&
    // "A map has a scale of …": the text describes it.
    !mentions(plainText.slice(0, asked.start + match.index), match[0]) &&
    !/best picture|motion picture|\bgame\b|\bthis (?:logo|image|picture) (?:of|was|is|has)/i.test(
      plainText,
    ),
);

function mentions(text: string, phrase: string): boolean {
  const [noun] = /\p{L}+(?=[\s?,.]*$)/u.exec(phrase) ?? [''];
  return noun !== '' && text.toLowerCase().includes(noun.toLowerCase());
}

const texts =
  'story|text|poem|passage|selection|article|paragraph|stanza|speech|letter|dialogue|scene';

const missingPassage = askedRule(
  {
    id: 'missing_passage',
    severity: 'info',
    description:
      'Refers to a passage, text, story or other question that is not part of the question.',
    why: 'Without the passage, nobody can answer.',
  },
  new RegExp(
    `(?<!\\bof )\\bthe following (?:code|program|snippet|script|query|recording|clip)\\b|\\b(?:in|on|from|of|to) this (?:recording|audio|clip|video|code|program|snippet)\\b(?! (?:of|by|from)\\b)|\\b(?:previous|preceding) (?:question|item|problem|exercise)\\b|\\b(?:last|above) (?:question|item)(?=[,?.]|$)|\\b(?:in|from|to) (?:question|item|problem|exercise) \\d|${/\b(?:according to|based on|in|from|by|of|does|did|reading|read|after|throughout) (?:the|this)(?: following| above| given| preceding| previous)? (?:passage|excerpt|extract|article above|article|paragraph|reading passage|text above|text below|dialogue above|scenario above|case study)\b(?! (?:of|from|by)\b)|\b(?:in|from|of|to) the (?:story|text|poem|dialogue|letter|speech) (?:above|below)\b|\baccording to the (?:text|story|author|speaker|poem|writer|narrator|dialogue)(?=[,?.]|$)|\b(?:the|this) (?:passage|excerpt|extract) (?:above|below|suggests?|states?|implies|mentions?|describes?|indicates?|is|was)\b|\bthe author(?:'s)? (?:of (?:the|this) passage|implies|suggests|tone|purpose|attitude|main (?:idea|point))\b/.source}|\\b(?:in|of|from|about|to|by) (?:the|this) (?:${texts})\\b(?! (?:of|about|from|by|that|called|to)\\b)|\\b(?:summari[sz]es?|title for|point of|theme of|describes|suggested by|supported by) (?:the|this) (?:${texts})\\b(?! (?:of|about|from|by|that|called)\\b)|\\bin (?:the )?(?:(?:first|second|third|fourth|last|final|opening|closing) (?:paragraph|stanza|sentence|line)|(?:paragraph|stanza|line|lines|sentence) \\d+)`,
    'iu',
  ),
  'There is no such text: quote it, or say what it is.',
  ({ asked, stem }, match) =>
    !asked.isAfterStory &&
    (isNumbered.test(match[0]) || !/["“”:\n]/.test(stem.text)) &&
    // The code itself has signs that a question has not.
    !(/code|program|snippet|script|query/.test(match[0]) && /[`(){};=<>]/.test(stem.text)) &&
    (isSpecific.test(match[0]) || namesNothing(stem.text)),
);

const isNumbered = /\d|first|second|third|fourth|last|final/;
/** What only someone with the text before them would say. */
const isSpecific =
  /question|item|problem|exercise|passage|following|code|program|snippet|recording|audio|clip|excerpt|extract|article|paragraph|stanza|above|below|according|author|case study|\d/i;

/** "In the story" needs no text where the story is named. */
function namesNothing(text: string): boolean {
  return /^\p{Lu}/u.test(text) && !/\p{Lu}|\d/u.test(text.slice(1)) && text.length <= 120;
}

export const focusRules: readonly QualityRule[] = [
  unfocusedStem,
  broadStem,
  opinion,
  missingPicture,
  missingPassage,
];
