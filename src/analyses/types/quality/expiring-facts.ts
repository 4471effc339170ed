import { isQuoting, isWordProblem } from './asked.ts';
import { noFindings, type QualityRule, type ReadQuestion, stemRule } from './rule.ts';

type Head = Pick<QualityRule, 'id' | 'severity' | 'description'>;

const why = 'The right answer becomes wrong without anyone having touched the question.';

/** A rule about facts that change, in questions that say nothing about the time. */
function expiringRule(
  head: Head,
  pattern: RegExp,
  message: string,
  isRelevant: (question: ReadQuestion, match: RegExpExecArray) => boolean,
  /** Where in a match what changes begins. */
  highlight = /(?:)/,
): QualityRule {
  return stemRule({ ...head, why }, (question) => {
    const { asked } = question;
    if (asked.isAfterStory || asked.text.length > 1000 || isDated(question)) return noFindings;
    // What a sentence before it says is settled there.
    if (isQuoting(question.plainText) || asked.start > 0) return noFindings;
    if (isWordProblem(question.plainText, question.answer.text)) return noFindings;
    const match = pattern.exec(asked.text);
    if (!match || !isRelevant(question, match)) return noFindings;
    const offset = Math.max(0, match[0].search(highlight));
    const start = asked.start + match.index + offset;
    return [{ start, end: start + match[0].length - offset, message }];
  });
}

function isDated({ plainText }: ReadQuestion): boolean {
  return /\b(?:1[0-9]|20)\d\ds?\b|\bas of\b|\bcensus\b|\bthen\b/i.test(plainText);
}

/** What happens in works, games and myths does not change. */
const fiction =
  /\b(?:film|movie|series|show|sitcom|game|games|novel|book|comic|comics|anime|manga|cartoon|episode|season|play|opera|musical|character|fiction\w*|played|voiced|portrayed|gods?|goddess|myth\w*|legend\w*|fairy|jungle|underworld|bible|chess|cards?|dc|marvel|star (?:wars|trek)|universe|simpsons|team fortress|minecraft|pok[eé]mon|zelda|disney|drama|tv|beasts|hill|rock and roll|rock|pop|soul|blues|sea)\b/i;

const offices =
  'president|vice[- ]president|prime minister|king|queen|chancellor|mayor|governor|pope|monarch|emperor|empress|sultan|emir|first minister|foreign minister|defen[cs]e minister|finance minister|secretary of \\p{L}+|secretary[- ]general|attorney general|speaker of the house|ceo|chief executive|chief executive officer|chairman|chairperson|chair|head coach|coach|manager|captain|head of state|head of government|supreme leader|party leader|leader of the opposition|ruler|owner|director[- ]general|chief justice|archbishop of \\p{L}+|poet laureate|first lady';

const office = expiringRule(
  {
    id: 'office_holder',
    severity: 'warning',
    description: 'Asks who holds an office, or for which club someone plays: that changes.',
  },
  new RegExp(
    `(?:\\b(?:who|who['’]?s)(?: (?:is|are|serves as|heads|leads))?(?: also)? (?:the |a )?(?:name of the )?(?:(?!of\\b|an?\\b)\\p{L}+ ){0,2}?|\\bwhat is the name of (?:the |\\p{L}+['’]s )|\\bwhich (?:person|man|woman|politician|country's) is (?:the )?|\\bis (?:the )?)(?:${offices}) (?:of|for|at) (?!which\\b.{0,40}\\b(?:was|were)\\b)(?:the |which )?\\p{L}+|\\bwho (?:is|are) (?:\\p{L}+ ){0,3}\\p{L}+['’]s? (?:current )?(?:${offices})\\b(?! (?:of|in)\\b)|\\bwho(?: is|['’]s) (?:the )?(?:(?!of\\b|an?\\b)\\p{L}+ ){0,2}?(?:${offices})(?=\\s*\\??\\s*$)|\\bwho (?:leads|rules|governs|runs) (?!the\\b)\\p{L}+(?: \\p{L}+)?(?=\\s*\\??\\s*$)`,
    'iu',
  ),
  'Whoever holds this office changes: say in which year, or when the answer was right.',
  ({ stem, plainText, asked, isTrueOrFalse }, match) =>
    /\b(?:is|are|who['’]?s|runs|governs|rules|leads|heads|serves)\b/i.test(match[0]) &&
    // "What genre is king of the hill?"
    (!/^is/i.test(match[0]) ||
      isTrueOrFalse ||
      /^is the .* of (?:what|which)|^is the .* of \p{Lu}/iu.test(match[0])) &&
    (isTrueOrFalse || /\b(?:who|what|which|whom)\b|who['’]s/i.test(asked.text)) &&
    !/\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|last|former|only|longest|youngest|oldest|was|were|became|elected|succeeded|founder|responsible|usually|always|automatically)\b/i.test(
      plainText,
    ) &&
    !fiction.test(plainText) &&
    // "Who leads Norway?", not "who leads them?"
    (!/^who (?:leads|rules|governs|runs) /i.test(match[0]) || /^\S+ \S+ \p{Lu}/u.test(match[0])) &&
    // "In Animal Crossing, who is …"
    !/(?:^In|\bin) \p{Lu}/u.test(plainText) &&
    !/["“”]/.test(stem.text),
);

/** "Which club does Messi play for?", "Who coaches the German national team?" */
const post = expiringRule(
  office,
  /\b[Ww](?:hich|hat) (?:\p{L}+ ){0,3}?(?:club|team|side|franchise) does \p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2} (?:play for|captain|coach|manage|drive for|race for|ride for)\b|\b[Ww]ho (?:coaches|manages|captains|owns|chairs|heads|leads) (?:the )?\p{Lu}[\p{L}.'’-]+(?: [\p{L}.'’-]+){0,4}(?=\s*\?\s*$)/u,
  'This changes: say in which year, or when the answer was right.',
  ({ plainText, stem, answer }, [found]) =>
    !fiction.test(plainText.replace(/\bplay for\b/, '')) &&
    // "Who leads the Catholic Church?" The pope does, whoever it is.
    !officeName.test(answer.text) &&
    (!/^who leads the/i.test(found) ||
      /\b(?:Church|Party|Union|Nations|Republic|Bank|Fund|Kingdom|Army|Commission|Council|Parliament|Government|team|club)\b/.test(
        found,
      )) &&
    !/(?:^In|\bin) \p{Lu}/u.test(plainText) &&
    !/["“”]/.test(stem.text),
);

const officeName = new RegExp(`^(?:the )?(?:${offices})$`, 'iu');

const officeHolder: QualityRule = {
  ...office,
  check(question, limits) {
    const found = office.check(question, limits);
    return found.length > 0 ? found : post.check(question, limits);
  },
};

const expiringCount = expiringRule(
  {
    id: 'expiring_count',
    severity: 'warning',
    description: 'Asks for a population, an age, a price or a number of members without a date.',
  },
  /\b(?:(?:what|how (?:large|big|high))(?:['’]?s| is| are)(?: the| an?)?(?: \p{L}+){0,2}?(?: \p{L}+['’]s)?(?: total| estimated| approximate| average| current)* (?:population|net worth|gdp|gross domestic product|minimum wage|unemployment rate|inflation rate|exchange rate|life expectancy|market cap\w*|national debt)\b(?! (?:at|growth|density|genetics|mean|parameter))|how many (?:people|inhabitants|residents|citizens)(?: are| currently)* (?:live|living|reside|inhabit|populate|are there|speak)\b|how many (?:inhabitants|residents|citizens|members|member states|employees|students|subscribers|followers|users|customers|stores|restaurants|airports|billionaires) (?:does|do) |how many (?:countries|nations|states|members|member states) (?:are|belong|make)[\p{L} ]{0,25} (?:eu|european union|nato|united nations|un|commonwealth|opec|african union|g\d+|schengen|eurozone|arab league|asean)\b|how old is (?!the\b|an?\b|your?\b)\p{L}+ \p{L}|how much does (?:an?|the|one) .{1,40} cost|\p{L}+ has a population of)/iu,
  'This figure changes: say for which year it holds.',
  ({ plainText }) =>
    !fiction.test(plainText) &&
    !/\b(?:was|were|did|had|minimum number|maximum|universe|earth|planet|moon|sun)\b/i.test(
      plainText,
    ) &&
    !/^In \p{Lu}|^How old.* in \p{Lu}/u.test(plainText),
);

const surpassable =
  'world record|best[- ]selling|top[- ]selling|highest[- ]grossing|highest[- ]paid|most[- ](?:followed|subscribed|viewed|watched|streamed|visited|downloaded|populous|populated|valuable|expensive (?:painting|car|house|city|film|movie|player|transfer|building)|decorated|capped|awarded|nominated|played)|(?:richest|wealthiest) (?:person|man|woman|people|country)|(?:oldest|shortest|heaviest|strongest|smallest) (?:person|man|woman|human|human being) alive|oldest living|tallest (?:building|skyscraper|man|woman|person|tower|statue|structure|roller coaster|living)|longest (?:bridge|tunnel|running|reigning|serving)|fastest (?:man|woman|car|production|train|computer|supercomputer|runner|human|person)|largest (?:company|stadium|airline|airport|ship|cruise ship|bank|economy|employer|population|shopping mall|city by population|army)|biggest (?:company|stadium|airport|ship|economy)|highest population|highest box office|busiest (?:airport|port|station)|youngest (?:person|billionaire|player)';

/** "The record of 2,857 points" stays that of its holder; "of 100 metres" is the discipline. */
const isFixedByFigure =
  /\brecord\b[^?]{0,40}?\b(?:of|with)(?: an?)?(?: total of)? (?![\d.,]+ ?-?(?:m|km|met(?:er|re)s?|yards?|miles?)\b)\d/i;

const recordHolder = expiringRule(
  {
    id: 'record_holder',
    severity: 'warning',
    description:
      'Asks for a record or rank that can be surpassed: best-selling, tallest building, most goals.',
  },
  new RegExp(
    `\\b(?:who|what|which|whose|where)\\b(?:(?!\\b(?:was|were|did|had|became|won|released|author|one of|first|by which|about|animal)\\b)[^?!.;:"]){0,60}?(?:\\b(?:hold|holds|has|have|is|are|'s)\\b(?:(?!\\b(?:was|were|did|had|of the|for the|one of)\\b)[^?!.;:",]){0,40}?\\b(?:(?:the|a)(?: current)?(?: \\p{L}+['’]s?)?(?: second| third| fourth)?[- ](?:${surpassable})\\b|the (?:[\\p{L}\\d'’ -]{0,30} )?(?:record\\b(?= (?:for|of|in|by|time))|world record\\b)|(?:won |scored |received |made |played )?the most (?:\\p{L}+ ){0,3}(?:goals|caps|titles|wins|grand slams?|olympic|medals|oscars|grammys|academy awards|championships|trophies|subscribers|followers|points|victories|billionaires|nobel prizes|super bowls|number[- ]ones?|world cups))|\\b(?:the )?(?:${surpassable}) [\\p{L} ]{0,30}in the world)`,
    'iu',
  ),
  'Records are broken: say in which year it held.',
  ({ plainText, stem }) =>
    !fiction.test(
      plainText.replace(
        /\b(?:film|movie|game|book|novel|album|song|series|show|play|played)s?\b/gi,
        '',
      ),
    ) &&
    !/\b(?:was|were|until|in the \d|century|broke|beat|breaking|label|continent)\b/i.test(
      plainText,
    ) &&
    !isFixedByFigure.test(plainText) &&
    !/["“”]/.test(stem.text),
  new RegExp(
    `(?:${surpassable})\\b|\\bholds? the\\b|\\bthe most\\b|\\bthe \\p{L}* ?record\\b`,
    'iu',
  ),
);

export const expiringFactRules: readonly QualityRule[] = [
  officeHolder,
  expiringCount,
  recordHolder,
];
