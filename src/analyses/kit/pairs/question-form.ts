/** What the wording of a question says about how it can be compared. */
export interface QuestionForm {
  /** "Which of these…": another question with the same words may have other choices. */
  readonly needsChoices: boolean;
  /** "Name a war film.": several answers are right. */
  readonly isOpen: boolean;
  readonly isNegated: boolean;
  /** A city and its country are both right. */
  readonly asksWhere: boolean;
  /** "Who did Germany beat?": what is asked for is not who acts. */
  readonly isPassive: boolean;
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
    '\\bwhich (?:one|two|three|pair)\\b',
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
    isPassive: false,
  };
}
