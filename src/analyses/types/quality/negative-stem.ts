import { auxiliaries, interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { noFindings, stemRule, type TextFinding } from './rule.ts';

/** After one of these, "not" belongs to a subordinate clause, not to what is asked. */
const subordinators = new Set(
  'that because if although though since while whether unless but so until as despite'.split(' '),
);

const harmlessAfterNot = new Set(
  'only until to just necessarily long including counting'.split(' '),
);

export const negativeStem = stemRule(
  {
    id: 'negative_stem',
    severity: 'warning',
    description:
      'The question asks for the exception without emphasizing "not": write "is NOT". Quotations, ' +
      'why-questions and subordinate clauses are ignored.',
  },
  (question) => {
    const { plainWords: words, plainText: text } = question;
    if (!words.some((word) => isNegative(word.folded))) return noFindings;
    const found: TextFinding[] = [];
    let clause: Clause = { asks: undefined, describes: false };
    for (const [at, word] of words.entries()) {
      const gap = text.slice(words[at - 1]?.end ?? 0, word.start);
      const isStart = at === 0 || /[.?!:;]/.test(gap);
      if (isStart) clause = { asks: undefined, describes: false };
      else if (gap.includes(',')) clause.describes = false;
      if (isNegation(word, words[at + 1])) {
        const isAsked = clause.asks !== undefined && clause.asks !== 'why' && clause.asks !== 'how';
        if ((isAsked || question.isTrueOrFalse) && !clause.describes) found.push(findingAt(word));
      }
      updateClause(clause, word, words[at + 1], isStart || /[,"]/.test(gap), words[at - 1]);
    }
    return found;
  },
);

interface Clause {
  asks: string | undefined;
  describes: boolean;
}

const prepositions = new Set(
  'of in on at to by for from with under after before and or'.split(' '),
);

function updateClause(
  clause: Clause,
  { folded }: Word,
  next: Word | undefined,
  isFresh: boolean,
  before: Word | undefined,
): void {
  if (subordinators.has(folded)) clause.describes = true;
  if (!interrogatives.has(folded)) return;
  const isRelative =
    folded !== 'what' &&
    !isFresh &&
    !prepositions.has(before?.folded ?? '') &&
    auxiliaries.has(next?.folded ?? '');
  if (isRelative || clause.asks !== undefined) clause.describes = true;
  else clause.asks = folded;
}

/** Capitals are emphasis; a capital first letter is part of a title. */
function isNegation({ raw, folded }: Word, next: Word | undefined): boolean {
  if (!isNegative(folded) || (raw !== folded && raw.replaceAll('’', "'") !== folded)) return false;
  return folded !== 'not' || !harmlessAfterNot.has(next?.folded ?? '');
}

function isNegative(folded: string): boolean {
  return folded === 'not' || folded === 'except' || folded === 'cannot' || folded.endsWith("n't");
}

function findingAt({ raw, start, end }: Word): TextFinding {
  const message = `"${raw}" is easily overlooked: emphasize it, or rephrase the question positively.`;
  const isWhole = raw === 'not' || raw === 'except' || raw === 'cannot';
  return { start, end, message, ...(isWhole && { fix: raw.toUpperCase() }) };
}
