import { auxiliaries, interrogatives } from '../../kit/text/function-words.ts';
import type { Word } from '../../kit/text/words.ts';
import { isQuoting } from './asked.ts';
import { noFindings, type ReadQuestion, stemRule, type TextFinding } from './rule.ts';

export const severalQuestions = stemRule(
  {
    id: 'several_questions',
    severity: 'warning',
    description: 'More than one question; questions inside quotations and stories are ignored.',
    why: 'Who knows one half of the answer cannot show it.',
  },
  (question) => {
    if (question.plainWords.length > maxWords || isQuoting(question.plainText)) return noFindings;
    const found = secondMark(question) ?? secondAsking(question);
    return found ? [found] : noFindings;
  },
);

const maxWords = 60;

/** A second question after the first: both begin like one. */
function secondMark({ plainText, plainWords }: ReadQuestion): TextFinding | undefined {
  const marks = Array.from(plainText.matchAll(/\?(?=\s|["”')]|$)/g), ({ index }) => index);
  const [first, ...others] = marks;
  if (first === undefined || others.length === 0) return undefined;
  const opening = plainWords.filter(({ start }) => start < first);
  // A story, or "Have you ever been to Spain?", leads up to the question.
  const lead = plainText.slice(0, first);
  if (!isQuestion(opening) || /[.!]\s/.test(lead) || rhetorical.test(lead)) return undefined;
  if (isTold(opening, plainText)) return undefined;
  for (const [at, end] of others.entries()) {
    const from = marks[at] ?? first;
    const words = plainWords.filter(({ start }) => start > from && start < end);
    const [begin] = words;
    if (!begin || words.length < 2 || !/^\p{Lu}/u.test(begin.raw)) continue;
    if (/[([]\s*$/.test(plainText.slice(from, begin.start)) || !isQuestion(words.slice(0, 4)))
      continue;
    // "Ann: Since when …?" is a dialogue.
    if (/^\p{L}[\p{L} .]{0,30}:/u.test(plainText.slice(begin.start, end))) continue;
    // The same asked again, or a guess offered.
    if (
      /^(?:is it|was it|can you|do you know|in other words|or)\b/i.test(
        plainText.slice(begin.start, end),
      )
    )
      continue;
    return { start: begin.start, end: end + 1, message: 'This is a second question.' };
  }
  return undefined;
}

const rhetorical =
  /^(?:do|did|have|has|had|can|could|are|is|remember|ever|want|who knew|why not|what if)\b/i;

function isQuestion(words: readonly Word[]): boolean {
  return (
    words.some(({ folded }) => interrogatives.has(folded.replace(/'s$/, ''))) ||
    auxiliaries.has(words[0]?.folded ?? '')
  );
}

/** "He has a car about which she asks if it flies?" tells a story: its question word is relative. */
function isTold(words: readonly Word[], text: string): boolean {
  const at = words.findIndex(({ folded }) => interrogatives.has(folded.replace(/'s$/, '')));
  if (at < 4 || auxiliaries.has(words[0]?.folded ?? '')) return false;
  const [asking, next] = [words[at], words[at + 1]];
  const isFresh = /,\s*$/.test(text.slice(0, asking?.start ?? 0));
  return asking?.folded !== 'what' && !(isFresh && auxiliaries.has(next?.folded ?? ''));
}

/** "Who painted it, and when?", "when and where did", "and what is". */
function secondAsking({ plainText, plainWords: words }: ReadQuestion): TextFinding | undefined {
  // "And where is it?" goes on from another question of the quiz.
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word?.folded !== 'and') continue;
    const hasPreposition = /^(?:in|on|at|by|for|from)$/.test(words[at + 1]?.folded ?? '');
    const asking = words[hasPreposition ? at + 2 : at + 1];
    if (!asking || !interrogatives.has(asking.folded)) continue;
    if (!words.slice(0, 3).some(({ folded }) => interrogatives.has(folded))) return undefined;
    const next = words[hasPreposition ? at + 3 : at + 2];
    const isLast =
      plainText.charAt(asking.end) === '?' || (next === undefined && asking.folded !== 'who');
    const isFull =
      next !== undefined &&
      (auxiliaries.has(next.folded) ||
        (asking.folded === 'how' && /^(?:many|much|long|old|far|tall)$/.test(next.folded))) &&
      asking.folded !== 'who' &&
      asking.folded !== 'which';
    const isPair = interrogatives.has(words[at - 1]?.folded ?? '');
    // "And in which year", but not "the man who … and in which he".
    const isAbout =
      hasPreposition &&
      /^(?:which|what)$/.test(asking.folded) &&
      /^\p{Ll}{3,}$/u.test(next?.raw ?? '');
    // "And what nutrient does it act on".
    const isObject =
      asking.folded === 'what' &&
      next?.folded !== 'else' &&
      auxiliaries.has(words[at + 3]?.folded ?? '');
    const message = `"${plainText.slice(word.start, asking.end)}" starts a second question.`;
    if (isLast || isFull || isPair || isAbout || isObject)
      return { start: word.start, end: asking.end, message };
  }
  return undefined;
}
