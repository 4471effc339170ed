import type { Word } from '../../kit/text/words.ts';
import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
  type RuleFinding,
  type TextFinding,
} from './rule.ts';

const minRepeatedWords = 3;

const repeatedChoiceText: QualityRule = {
  id: 'repeated_choice_text',
  severity: 'info',
  field: ['correct_answer'],
  description: 'All choices begin or end with the same words.',
  why: 'What all choices repeat belongs into the question, where it is read once.',
  check({ answer, wrong }) {
    if (wrong.length < 2) return noFindings;
    const found = findSharedStart(answer, wrong) ?? findSharedEnd(answer, wrong);
    return found ? [locateIn(answer, found)] : noFindings;
  },
};

function findSharedStart(answer: ReadText, wrong: readonly ReadText[]): TextFinding | undefined {
  const count = countShared(answer, wrong, 'start');
  const shared = answer.words.slice(0, count);
  const [start, end] = [shared[0]?.start ?? 0, shared.at(-1)?.end ?? 0];
  // "The Battle of", "Super Mario": names begin alike.
  const isSentence = /^(?:it|they|he|she|there|to|by|because)$/.test(shared[0]?.folded ?? '');
  if (!isLong(count, end)) return undefined;
  if (!shared.slice(1, isSentence ? minRepeatedWords : undefined).every(isLowerCase))
    return undefined;
  const repeated = answer.text.slice(start, end);
  const message = `All choices begin with "${repeated}": move it into the question.`;
  return { start, end, message };
}

function findSharedEnd(answer: ReadText, wrong: readonly ReadText[]): TextFinding | undefined {
  const count = countShared(answer, wrong, 'end');
  const shared = count > 0 ? answer.words.slice(-count) : [];
  const [start, end] = [shared[0]?.start ?? 0, shared.at(-1)?.end ?? 0];
  // "3 million years ago": what is counted belongs to the number.
  if (!isLong(count, end - start) || /\d/.test(answer.text)) return undefined;
  // "The Fellowship of the Ring": titles and names end alike.
  const isPhrase = [answer, ...wrong].every(({ text }) => /^\p{Ll}/u.test(text));
  if (!isPhrase && !shared.every(isLowerCase)) return undefined;
  const repeated = answer.text.slice(start, end);
  const message = `All choices end with "${repeated}": move it into the question.`;
  return { start, end, message };
}

function isLong(count: number, length: number): boolean {
  return count >= minRepeatedWords || (count === 2 && length >= 12);
}

function isLowerCase({ raw }: Word): boolean {
  return raw === raw.toLowerCase();
}

/** Of the first or last words, how many all choices share; at least one word of each is its own. */
function countShared(answer: ReadText, wrong: readonly ReadText[], side: 'start' | 'end'): number {
  const wordAt = ({ words }: ReadText, at: number) =>
    words.at(side === 'start' ? at : -1 - at)?.folded;
  const all = [answer, ...wrong];
  let count = 0;
  while (
    all.every(
      (each) => count < each.words.length - 1 && wordAt(each, count) === wordAt(answer, count),
    )
  ) {
    count += 1;
  }
  return count;
}

const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an infinitive', /^to [a-z]/i],
  ['a clause with "because"', /^(?:because|since|as it|so that)\b/i],
  ['a phrase with "by"', /^by \p{L}+ing\b/iu],
  ['a sentence', /^(?:it|they|he|she|there|its|their) [a-z]+/i],
];

const parallelChoices: QualityRule = {
  id: 'parallel_choices',
  severity: 'info',
  field: ['correct_answer', 'incorrect_answers'],
  requires: ['correct_answer'],
  description: 'Choices differ in grammatical form: "To list words", "Teaching grammar".',
  why: 'A choice in another form stands out, or does not fit the question grammatically.',
  check({ answer, wrong }) {
    if (wrong.length < 2) return noFindings;
    const choices = [answer, ...wrong];
    if (choices.every(({ words }) => words.length < 2)) return noFindings;
    const mixed = findMixedForms(choices);
    if (mixed) return [mixed];
    for (const [name, pattern] of forms) {
      const others = choices.filter(({ text }) => !pattern.test(text));
      const [odd] = others;
      const share = choices.length - others.length;
      if (!odd || share < 2 || others.length > share || isCatchAll(odd)) continue;
      // "Clouds block them" is a sentence too, which only its verb shows.
      if (name === 'a sentence' && odd.words.length > 2) continue;
      const message = `Most choices are ${name}; write this one in the same form.`;
      return [locateIn(odd, findingOnText(odd, message))];
    }
    return noFindings;
  },
};

const gerund =
  /^(?!(?:king|ring|spring|string|thing|wing|evening|morning|nothing|something)\b)\p{L}{2,}ing [a-z]/iu;
const minForms = 3;

/** "To carry oxygen", "Fighting infection", "They clot the blood": hardly two are alike. */
function findMixedForms(choices: readonly ReadText[]): RuleFinding | undefined {
  const found = choices.map(({ text }) => {
    const at = forms.findIndex(([, pattern]) => pattern.test(text));
    return at < 0 && gerund.test(text) ? forms.length : at;
  });
  if (new Set(found).size < minForms || choices.some(isCatchAll) || choices.some(hasName))
    return undefined;
  const odd = choices[found.findLastIndex((form) => form >= 0 && form !== found[0])];
  return (
    odd &&
    locateIn(odd, findingOnText(odd, 'Hardly two choices have the same form: write them alike.'))
  );
}

function hasName({ words }: ReadText): boolean {
  return words.slice(1).some(({ raw }) => /^\p{Lu}/u.test(raw));
}

function isCatchAll({ text }: ReadText): boolean {
  return /^(?:all|none|both|neither|nothing|no one|i don't)\b/i.test(text);
}

const minChoices = 3;
const maxChoices = 5;

const tooFewChoices: QualityRule = {
  id: 'too_few_choices',
  severity: 'info',
  field: ['incorrect_answers'],
  requires: ['question_text', 'correct_answer', 'incorrect_answers'],
  description: 'Only two choices, although it is not a yes/no or either/or question.',
  why: 'With two choices, half of all guesses are right.',
  check(question) {
    const [only] = question.wrong;
    if (question.wrong.length !== 1 || !only) return noFindings;
    if (question.isTrueOrFalse || isEitherOr(question)) return noFindings;
    const message = `There are 2 choices; offer at least ${minChoices}.`;
    return [locateIn(only, findingOnText(only, message))];
  },
};

function isEitherOr({ stem, plainText }: ReadQuestion): boolean {
  return (
    /\bor\b|\bwhich of the two\b|\bof these two\b|\bbetween\b|\beither\b/i.test(
      plainText.slice(0, 2000),
    ) || stem.words.length === 0
  );
}

const tooManyChoices: QualityRule = {
  id: 'too_many_choices',
  severity: 'info',
  field: ['incorrect_answers'],
  description: `More than ${maxChoices} choices.`,
  why: 'More than four wrong choices take time to read and are hardly ever chosen.',
  check({ wrong }) {
    const first = wrong[maxChoices - 1];
    if (!first) return noFindings;
    const message = `There are ${wrong.length + 1} choices; ${maxChoices} are enough: leave out the weakest.`;
    return [locateIn(first, findingOnText(first, message))];
  },
};

const choiceLabel: QualityRule = {
  id: 'choice_label',
  severity: 'warning',
  field: ['correct_answer', 'incorrect_answers'],
  description: 'The choices begin with their letters or numbers: "a) red", "b) blue".',
  why: 'Choices are shuffled and labeled where they are shown; labels in the text are then wrong.',
  check({ answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    const choices = [answer, ...wrong];
    const labels = choices.map(({ text }) => /^\s*\(?([a-h]|\d)[.):]\s+(?=\S)/i.exec(text));
    const order = labels.map((label) => label?.[1]?.toLowerCase() ?? '').toSorted();
    const isSequence = order.every(
      (label, at) => label === 'abcdefgh'[at] || label === `${at + 1}`,
    );
    return choices.flatMap((choice, at) => {
      const label = labels[at]?.[0] ?? '';
      // "1. FC Köln" and "A. Lincoln" are names; nothing but a label begins with "a)".
      if (label === '' || !(isSequence || label.trim().endsWith(')'))) return [];
      const message = `"${label.trim()}" is a label, not part of the choice.`;
      return [locateIn(choice, { start: 0, end: label.length, message, fix: '' })];
    });
  },
};

export const choiceFormRules: readonly QualityRule[] = [
  choiceLabel,
  tooFewChoices,
  tooManyChoices,
  repeatedChoiceText,
  parallelChoices,
];
