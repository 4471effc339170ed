/** What kind of thing a question asks for; `any` where its wording leaves that open. */
export type Asked = 'who' | 'what' | 'where' | 'when' | 'count' | 'age' | 'truth' | 'any';

/** What the wording of a question says about how it can be compared. */
export interface QuestionForm {
  /** "Which of these…": another question with the same words may have other choices. */
  readonly needsChoices: boolean;
  /** "Name a war film.": several answers are right. */
  readonly isOpen: boolean;
  readonly isNegated: boolean;
  /** A city and its country are both right. */
  readonly asksWhere: boolean;
  readonly asked: Asked;
}

const choices = new RegExp(
  [
    'of (?:these|those|the following|the (?:above|below))',
    '\\bfollowing\\b',
    '\\bthese\\b.{0,40}\\?',
    '\\bodd one out\\b',
    '\\b(?:listed|shown|pictured|given|choices?|options?) (?:below|above|here)?\\b',
    '\\b(?:this|the) (?:picture|image|photo|passage|diagram|figure|statement|sequence|quote|quotation)\\b',
    '\\bwhich (?:one )?(?:statement|sentence|answer|option|choice)',
    '\\b(?:best|most accurately) (?:describes?|defines?|explains?|represents?|completes?)',
    '\\bis (?:true|false|correct|incorrect)\\b',
    '\\b(?:most|least) likely\\b',
    '\\bwhich one\\b',
    '\\bwhat comes next\\b',
    '\\b(?:who|what) am i\\b',
  ].join('|'),
  'i',
);

const open = new RegExp(
  [
    '^\\W*(?:name|list|give|find|identify|mention)(?: me)? (?:a|an|any|one|two|three|some|another|at least)\\b',
    '\\bexamples? of\\b',
    "^\\W*(?:what|who|which)(?:'s| is| are| was| were) (?:an?|one|some|another)\\b(?!.*\\b(?:call|known|name|term|mean|word|plural|square|cube|number)).*$",
    '\\bone of\\b',
    '\\b(?:known|famous|noted|remembered) for\\b',
    '^\\W*what (?:did|does|do|has|have|was|were) .{2,60} (?:do|doing|like|done)\\W*$',
    '^\\W*(?:why|how (?:do|does|did|can|could|would|is|are|was|were))\\b',
  ].join('|'),
  'i',
);

const negation =
  /\b(?:not|never|no longer|except|without|cannot|neither|nor|fails? to|unable|lacks?)\b|n['’]t\b/i;

export function readForm(text: string): QuestionForm {
  const isNegated = negation.test(text);
  const asksWhich = /\b(?:which|what|who|whom|whose|where)\b/i.test(text);
  return {
    // What is not so is rarely one thing alone: the choices decide.
    needsChoices: choices.test(text) || (isNegated && asksWhich),
    isOpen: open.test(text),
    isNegated,
    asksWhere: /\bwhere\b/i.test(text),
    asked: readAsked(text),
  };
}

const kindsOfQuestion: readonly (readonly [RegExp, Asked])[] = [
  [/\bhow (?:many|much)\b|\bwhat (?:is|was) the (?:total )?number of\b/i, 'count'],
  [/\bhow old\b|\b(?:what|which) age\b/i, 'age'],
  [/\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b/i, 'when'],
  [
    /\bwhere\b|\b(?:what|which) (?:\w+ )?(?:country|city|state|town|place|continent|nation)\b/i,
    'where',
  ],
  [/\bwho(?:m|se)?\b/i, 'who'],
  [/\b(?:what|which)(?:'s|’s)? (?:is|are|was|were|do|does|did)\b(?!.*\bname\b)/i, 'what'],
  [/\b(?:what|which|how|why)\b/i, 'any'],
  [/^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|true or false)\b/i, 'truth'],
];

function readAsked(text: string): Asked {
  return kindsOfQuestion.find(([pattern]) => pattern.test(text))?.[1] ?? 'any';
}

/** Whether two questions may ask for the same kind of thing. */
export function mayAskAlike(one: Asked, other: Asked): boolean {
  if (one === other || one === 'any' || other === 'any') return true;
  // "What is the capital?" and "Which city is the capital?"
  const both = new Set([one, other]);
  return both.has('what') && !both.has('who') && !both.has('truth');
}
