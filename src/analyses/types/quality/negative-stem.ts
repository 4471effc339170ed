import { auxiliaries, interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { isLowerCase, isQuoting, isWordProblem } from './asked.ts';
import { noFindings, stemRule, type TextFinding } from './rule.ts';

/** After one of these, "not" belongs to a subordinate clause, not to what is asked. */
const subordinators = new Set(
  'that because if although though since while whether unless but so until as despite'.split(' '),
);

const harmlessAfterNot = new Set(
  'only until to just necessarily long including counting often usually enough yet'.split(' '),
);

/** Longer sentences are texts, not questions. */
const maxWords = 300;

export const negativeStem = stemRule(
  {
    id: 'negative_stem',
    severity: 'warning',
    description:
      'The question asks for the exception without emphasizing "not", "except" or "least": write "is NOT". ' +
      'Quotations, why-questions and subordinate clauses are ignored.',
    why: 'A negation that is overlooked turns a right answer into a wrong one.',
  },
  (question) => {
    const { asked, plainText: text } = question;
    const { words } = asked;
    if (words.length > maxWords) return noFindings;
    // After a story, only "which of these" asks for the exception.
    const offers = words.some(({ folded }) => /^(?:these|following|one)$/.test(folded));
    if (asked.isAfterStory && !offers) return noFindings;
    if (/\b(?:proverb|missing (?:word|phrase)|last time|first time)\b/i.test(text))
      return noFindings;
    if (!offers && asksForLimit.test(asked.text)) return noFindings;
    const mayBeQuoted = isQuoting(text) && !negatesAtOnce.test(asked.text);
    if (!offers && (mayBeQuoted || isWordProblem(text, question.answer.text))) return noFindings;
    if (!words.some(({ folded }) => isNegative(folded) || /^(?:except|never|least)$/.test(folded)))
      return noFindings;
    const isTitled = (at: number) => !question.isTrueOrFalse && mayBeTitle(words, at, text);
    const found: TextFinding[] = [];
    let clause: Clause = { asks: undefined, describes: false };
    for (const [at, word] of words.entries()) {
      const gap = text.slice(words[at - 1]?.end ?? 0, word.start);
      const isStart = at === 0 || /[.?!:;]/.test(gap);
      if (isStart) clause = { asks: undefined, describes: false };
      else if (gap.includes(',')) clause.describes = false;
      if (isPlain(word, text) && isNegation(word, words, at) && !isTitled(at)) {
        if (word.folded === 'except') {
          found.push(findingAt(word));
          continue;
        }
        const isAsked = clause.asks !== undefined && clause.asks !== 'why' && clause.asks !== 'how';
        const isOther =
          clause.describes || (!offers && !question.isTrueOrFalse && isReported(words, at));
        if ((isAsked || question.isTrueOrFalse) && !isOther) found.push(findingAt(word));
      }
      updateClause(clause, word, words[at + 1], isStart || /[,"]/.test(gap), words[at - 1]);
    }
    return found;
  },
);

/** "Which is not a line of this song?"; not "Which film has the line, I am not …". */
const negatesAtOnce =
  /^\W*(?:which|what|who)\b[^,]{0,40}?\b(?:is|are|was|were|do|does|did|has|have|can) not\b/i;

/** "After what time should you not feed it?": not one of several. */
const asksForLimit = /^\W*(?:after|before|until|above|below|beyond) (?:what|which)\b/i;

/** "What does she tell him she cannot do without?"; not "What can she not do?". */
function isReported(words: readonly Word[], at: number): boolean {
  const verb = words[at]?.folded === 'not' ? at - 1 : at;
  const [before, subject] = [words[verb - 2]?.folded ?? '', words[verb - 1]?.folded ?? ''];
  return (
    /^(?:i|you|he|she|it|we|they)$/.test(subject) &&
    !auxiliaries.has(before) &&
    words.slice(0, verb - 1).some(({ folded }) => auxiliaries.has(folded))
  );
}

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
    (folded === 'whom' || auxiliaries.has(next?.folded ?? ''));
  if (isRelative || clause.asks !== undefined) clause.describes = true;
  else clause.asks = folded;
}

/** "who wrote don't let me down": without capitals, only "is not" surely belongs to the question. */
function mayBeTitle(words: readonly Word[], at: number, text: string): boolean {
  if (!isLowerCase(text) || words.some(({ folded }) => /^(?:these|following)$/.test(folded)))
    return false;
  const folded = words[at]?.folded ?? '';
  if (folded === 'least' || folded === 'except') return false;
  if (folded.endsWith("n't")) return true;
  const verb = folded === 'not' ? at - 1 : at;
  if (folded === 'not' && !auxiliaries.has(words[verb]?.folded ?? '')) return true;
  // "which language is the film moscow does not": another verb asks. "who said i will not": a quotation.
  const before = words.slice(0, verb);
  return (
    before.some((word) => auxiliaries.has(word.folded)) ||
    before.slice(1).some((word) => /^(?:i|you|we|it)$/.test(word.folded)) ||
    before.slice(1, -1).some((word) => /^(?:film|movie|song|book|album|show)$/.test(word.folded))
  );
}

/** Not *emphasized*, not in parentheses. */
function isPlain({ start, end }: Word, text: string): boolean {
  // "His not-so-clever friend", "the judge, not the jury,".
  const isContrast = /^not\b/.test(text.slice(start, end)) && text.charAt(start - 2) === ',';
  if (text.charAt(end) === '-' || isContrast) return false;
  if (/[*_<>/'"]/.test(text.charAt(start - 1)) && /[*_<>'"]/.test(text.charAt(end))) return false;
  const open = text.lastIndexOf('(', start);
  return open < 0 || text.lastIndexOf(')', start) > open;
}

/** Capitals are emphasis; a capital first letter is part of a title. */
function isNegation({ raw, folded }: Word, words: readonly Word[], at: number): boolean {
  if (raw !== folded && raw.replaceAll('’', "'") !== folded) return false;
  const next = words[at + 1]?.folded ?? '';
  if (folded === 'except') return isException(words, at);
  // "Which of these would you never find", not "who never married".
  if (folded === 'never')
    return words.slice(0, at).some((each) => /^(?:following|these)$/.test(each.folded));
  // The least likely of the choices; the least populous state is a fact like any other.
  if (folded === 'least')
    return /^(?:likely|probable|appropriate|effective|suitable|accurate|useful)$/.test(next);
  // "By a witch and not by Santa", "out of play or not lying flat".
  if (folded === 'not' && /^(?:and|or)$/.test(words[at - 1]?.folded ?? '')) return false;
  return isNegative(folded) && (folded !== 'not' || !harmlessAfterNot.has(next));
}

/** "All of the following … except", "… except which one?"; not "all of Gaul except one village". */
function isException(words: readonly Word[], at: number): boolean {
  const rest = words.slice(at + 1, at + 4).map(({ folded }) => folded);
  // Words to be completed: "always rocking except when ____".
  if (rest[0] === 'when') return isOffer(words.slice(0, at));
  if (words.length - at <= 3) return rest[0] !== 'for' || rest.length < 3;
  if (interrogatives.has(rest[0] ?? '') || interrogatives.has(rest[1] ?? '')) return true;
  return isOffer(words.slice(0, at));
}

function isOffer(words: readonly Word[]): boolean {
  return words.some(
    ({ folded }, at) =>
      /^(?:following|these)$/.test(folded) || (folded === 'each' && words[at + 1]?.folded === 'of'),
  );
}

function isNegative(folded: string): boolean {
  return folded === 'not' || folded === 'cannot' || (folded.endsWith("n't") && folded !== "ain't");
}

function findingAt({ raw, start, end }: Word): TextFinding {
  const message = `"${raw}" is easily overlooked: emphasize it, or rephrase the question positively.`;
  const isWhole =
    raw === 'not' || raw === 'except' || raw === 'cannot' || raw === 'never' || raw === 'least';
  return { start, end, message, ...(isWhole && { fix: raw.toUpperCase() }) };
}
