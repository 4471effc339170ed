import { isQuoting } from './asked.ts';
import { noFindings, type QualityRule, stemRule } from './rule.ts';

const first = /\b(?:not|NOT|never|NEVER|except|EXCEPT|cannot|neither)\b|n['’]t\b/g;

/** What negates once more; "uncommon" does, "under" and "unit" do not. */
const second =
  /\b(?:not|never|without|except|unless|cannot|neither|lacks?|lacking|fails? to|failed to|absent|false|incorrect|untrue|wrong|un(?:able|common|fair|fit|true|usual|(?!animous|cle|der|dulat|i(?:on|t|que|vers|form|son|corn|lateral|x|cycl|fy|fied|cef)|less|til)\p{Ll}{4,})|in(?:correct|accurate|valid|appropriate|effective|capable|consistent|frequent|dependent of|sufficient|active|visible|edible|compatible|soluble|flammable|adequate|ability)|im(?:possible|probable|proper|mobile|mune to)|il(?:legal|logical|literate)|ir(?:regular|relevant|responsible|reversible|rational)|dis(?:similar|honest|agree|agrees|advantage|allowed|approve|like|liked)|non-?\p{Ll}{3,})\b|n['’]t\b/giu;

const harmless =
  /^(?:not (?:only|just|merely|until|to be confused|including|counting|necessarily)|no\.)/i;

export const doubleNegative: QualityRule = stemRule(
  {
    id: 'double_negative',
    severity: 'info',
    description: 'Two negations in one question, or a negative question with a negative choice.',
    why: 'Two negations have to be resolved in the head; errors then show reading, not knowledge.',
  },
  ({ asked, plainText, answer, wrong, isTrueOrFalse }) => {
    if (asked.isAfterStory || asked.text.length > 1000 || isQuoting(plainText)) return noFindings;
    const negations = listNegations(asked.text, first);
    const [one] = negations;
    if (one === undefined) return noFindings;
    const others = listNegations(asked.text, second).filter(
      ({ start }) => !negations.slice(0, 1).some((each) => each.start === start),
    );
    const isAsked = isTrueOrFalse || asksForException(asked.text);
    const other = isAsked && others.find((each) => isSameClause(asked.text, one, each));
    if (other) {
      const [start, end] = [Math.min(one.start, other.start), Math.max(one.end, other.end)];
      return [
        {
          start: asked.start + start,
          end: asked.start + end,
          message: 'This is a double negative: ask positively.',
        },
      ];
    }
    if (isTrueOrFalse || wrong.length === 0 || !asksForException(asked.text)) return noFindings;
    const negative = [answer, ...wrong].find(
      ({ text, words: all }) =>
        /\b(?:not|never|cannot)\b|n['’]t\b/.test(text) &&
        /^\S+ .*[a-z]/.test(text) &&
        !/["“”«»‘]|(?:^|\s)'/.test(text) &&
        all.filter(({ raw }) => /^\p{Lu}/u.test(raw)).length <= all.length / 2,
    );
    return negative
      ? [
          {
            start: asked.start + one.start,
            end: asked.start + one.end,
            message: `With the choice ${JSON.stringify(negative.text)}, this is a double negative.`,
          },
        ]
      : noFindings;
  },
);

interface Place {
  readonly start: number;
  readonly end: number;
}

function listNegations(text: string, pattern: RegExp): Place[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  })).filter(
    // "Unplugged" and "Non-Finite" are names.
    ({ start }) =>
      !harmless.test(text.slice(start, start + 24)) &&
      !/^(?:Un|Non)/.test(text.slice(start, start + 3)) &&
      !isInTitle(text, start),
  );
}

/** "Ain't That a Kick in the Head": the word has a capital, and does not begin the sentence. */
function isInTitle(text: string, at: number): boolean {
  const [word = ''] = /[\p{L}'’]*$/u.exec(text.slice(Math.max(0, at - 20), at)) ?? [];
  const [rest = ''] = /^[\p{L}'’]+/u.exec(text.slice(at, at + 20)) ?? [];
  const isCapitalized = /^\p{Lu}.*\p{Ll}/u.test(word + rest);
  return isCapitalized && text.slice(0, at - word.length).trim() !== '';
}

/** A comma, a relative clause or "because" starts another one. */
function isSameClause(text: string, one: Place, other: Place): boolean {
  const [from, to] = one.start < other.start ? [one.end, other.start] : [other.end, one.start];
  // "Is it not true that spiders are not insects?"
  const between = text
    .slice(from, to)
    .replace(/^ (?:true|correct|the case) that\b/, '')
    // "Not a country that has never won": the second negation turns the first around.
    .replace(
      /\b(?:that|which|who)(?= (?:has|have|had|is|are|was|were|does|do|did|can|could) ?$)/,
      '',
    );
  return (
    between.length <= 60 &&
    !/[,;:()]|\b(?:because|who|which|that|when|while|but|if|although|or|as|whose|and|since)\b/i.test(
      between,
    )
  );
}

function asksForException(text: string): boolean {
  return (
    /\b(?:[Ww]hich|[Ww]hat|[Ww]ho)\b.{0,80}\b(?:NOT|not|never|isn't|aren't|doesn't)\b/.test(text) ||
    /\b(?:except|EXCEPT)\b/.test(text)
  );
}
