import { kinds } from '../../kit/text/characters.ts';
import { auxiliaries, functionWords, interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { startsWithDots } from './blanks.ts';
import { findingOnText, noFindings, stemRule } from './rule.ts';

const imperatives = new Set(
  (
    'name complete identify list give state define describe explain find calculate solve evaluate ' +
    'simplify translate fill finish select choose pick match arrange order determine compute spell ' +
    'guess convert factor factorise factorize prove write differentiate integrate tell show round ' +
    'expand true rearrange unscramble supply provide estimate consider suppose let add subtract ' +
    'multiply divide draw label compare decide mark put read use sort rank listen express predict ' +
    'restate rewrite plot sketch verify graph approximate derive minimize maximize change ' +
    'mention discuss outline enumerate summarize summarise justify specify indicate distinguish'
  ).split(' '),
);

/** What a sentence to be completed ends in. */
const openEnds = new Set(
  (
    'a an the is are was were be by of in on at to for from with as called named that than into and or ' +
    'through about between when because has have had its his her their means known if except do does did can will would who whom which ' +
    'via upon during against without within under over after before among'
  ).split(' '),
);

export const noQuestion = stemRule(
  {
    id: 'no_question',
    severity: 'warning',
    description:
      'Not a question: no question mark, no blank to fill in, no request. True/false statements, ' +
      'sentences to be completed and clues ("This city …") are ignored.',
    why: 'Readers have to guess what they are asked.',
  },
  ({ stem, answer, plainWords, asked, isTrueOrFalse }) => {
    const { text, words } = stem;
    if (stem.kinds & kinds.questionMark || isTrueOrFalse || hasRequest(words, text))
      return noFindings;
    if (asked.isAfterStory) return noFindings;
    // Thai marks questions by particles.
    if (/[？؟⁇՞]|_{2,}|\.{5}|(?:^|\s)_(?:\s|$)|\p{Script=Thai}/u.test(text)) return noFindings;
    if (startsWithDots(text)) return noFindings;
    // "Water boils at:" and "To be or …" are meant to be completed.
    if (/(?:…|:|=|-|–|—|\.{2,3})\s?["”']?$/.test(text.slice(-5))) return noFindings;
    if (isCompletion(text, answer.text) || isClue(plainWords, words)) return noFindings;
    if (isAsked(words, text)) {
      const end = text.trimEnd().length;
      const start = /[.,;]$/.test(text.slice(0, end)) ? end - 1 : end;
      return [{ start, end, message: 'The question mark is missing.', fix: '?' }];
    }
    if (openEnds.has(words.at(-1)?.folded ?? '') && !/[.!]$/.test(text)) return noFindings;
    // Until there is an answer, it may be a true/false statement.
    if (answer.text === '') return noFindings;
    if (isUnfinished(text) || /,\s*$/.test(text) || truths.test(answer.text)) return noFindings;
    return [findingOnText(stem, 'The text is not a question.')];
  },
);

/** It begins with a request, or a sentence or clause in it does: "If x is 2, calculate y". */
function hasRequest(words: readonly Word[], text: string): boolean {
  return words.some(
    ({ folded, start }, at) =>
      imperatives.has(folded) &&
      (at === 0 ||
        (at > 2 && strongImperatives.has(folded) && isClauseStart(words, at, text, start))),
  );
}

/** "From your knowledge of it identify which …": before a question word, no comma is needed. */
function isClauseStart(words: readonly Word[], at: number, text: string, start: number): boolean {
  const isBeforeQuestion = interrogatives.has(words[at + 1]?.folded ?? '');
  const isAfterSubject = /^(?:to|you|we|they|can|must|will|would|could|should|not|and|or)$/.test(
    words[at - 1]?.folded ?? '',
  );
  return /[.,:;!]['"’”)]*\s*$/.test(text.slice(0, start)) || (isBeforeQuestion && !isAfterSubject);
}

/** Those that are nothing else. */
const strongImperatives = new Set(
  'calculate determine identify compute evaluate simplify find choose select name solve explain describe convert estimate guess express'.split(
    ' ',
  ),
);

function isAsked(words: readonly Word[], text: string): boolean {
  const [first, second] = [words[0]?.folded ?? '', words[1]?.folded ?? ''];
  if (beginsQuestion(first) || /^(?:what|who|where|how)s$/.test(first)) return true;
  if (first === 'where' && /^(?:in|on|at|exactly|else)$/.test(second)) return true;
  // "When he died, his son …" tells; "when did he die" asks.
  if (first === 'when' || first === 'where') return auxiliaries.has(second) || second === '';
  return words.some(({ folded, start }, at) => {
    if (!interrogatives.has(folded.replace(/'s$/, ''))) return false;
    if (folded === 'what' || at === 0) return true;
    const before = words[at - 1]?.folded ?? '';
    // "In 1547 who became", "In the song, which line"; not "the city in which he died".
    const isEarly =
      at <= 2 && (functionWords.has(before) || /^\d/.test(before)) && !antecedents.has(before);
    const isAfterComma = at < 8 && /[,"”]\s*$/.test(text.slice(Math.max(0, start - 3), start));
    const isLast = /^(?:is|was|are|were|on|to|from|by|for)$/.test(before) && at + 3 > words.length;
    return (
      isEarly || (isAfterComma && /^(?:which|how)$/.test(folded)) || (folded === 'which' && isLast)
    );
  });
}

/** "Those who …": a relative clause. */
const antecedents = new Set('those they he she one all any some'.split(' '));

/** "Being a president …" tells. */
function beginsQuestion(word: string): boolean {
  return auxiliaries.has(word) && !/^be/.test(word);
}

/** The answer, in lower case, goes on where the text stops; or the choices are in the text. */
function isCompletion(text: string, answer: string): boolean {
  const isOpen =
    /[\p{L}\d)]$/u.test(text.trimEnd()) && /^\p{Ll}/u.test(answer) && /^\p{Lu}/u.test(text);
  const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  const tells = !interrogatives.has(first) && !auxiliaries.has(first);
  return tells && ((isOpen && /\s\S+\s/.test(text)) || /\(A\)|\bchoose\b/i.test(text));
}

/** Two statements that are true or false. */
const truths = /^(?:true|false)(?:,|;| and) (?:true|false)\.?$/i;

/** Verbs that are nothing without an object. */
const openVerbs =
  /\b(?:allow|cause|contain|demonstrate|describe|examine|experience|illustrate|include|indicate|involve|mean|need|prefer|produce|reflect|represent|require|show|suggest|use)(?:s|d|ed)?$|\b(?:by|of|for|in) \p{Ll}{3,}ing$/u;

/** "The mass of a particle at rest is approximately": a sentence with a verb and without its end. */
function isUnfinished(text: string): boolean {
  return (
    /^\p{Lu}.*[\p{L}\d),]$/su.test(text.trimEnd()) &&
    /^(?!Where\b)(?:\S+\s+){4}/.test(text) &&
    (/\b(?:is|are|was|were|be|has|have|had|can|will|would|should|must|may)\b/.test(text) ||
      openVerbs.test(text.trimEnd()) ||
      /^(?:If|When|In order|Because|Unless|After|Before|While)\b/.test(text))
  );
}

/** "This country is the home of Bordeaux": the clue of a quiz show. */
function isClue(words: readonly Word[], all: readonly Word[]): boolean {
  const [first, second] = [all[0]?.folded ?? '', all[1]?.folded ?? ''];
  // "When this singer …, he …" tells.
  if (first === 'when' ? auxiliaries.has(second) : interrogatives.has(first)) return false;
  if (beginsQuestion(first)) return false;
  if (first === 'it') return !words.some(({ folded }) => interrogatives.has(folded));
  return words.some(({ folded }) => /^(?:this|these|he|she|his|her|i)$/.test(folded));
}
