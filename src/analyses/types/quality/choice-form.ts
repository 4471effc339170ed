import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
} from './rule.ts';

const minRepeatedWords = 3;

const repeatedChoiceText: QualityRule = {
  id: 'repeated_choice_text',
  severity: 'info',
  field: ['correct_answer'],
  description: 'All choices begin with the same words.',
  why: 'What all choices repeat belongs into the question, where it is read once.',
  check({ answer, wrong }) {
    if (wrong.length < 2) return noFindings;
    const count = countShared(answer, wrong);
    if (count === 0) return noFindings;
    const end = answer.words[count - 1]?.end ?? 0;
    const repeated = answer.text.slice(0, end);
    const isLong = count >= minRepeatedWords || end >= 12;
    const lower = answer.words
      .slice(0, count)
      .filter(({ raw }, at) => at > 0 && raw === raw.toLowerCase());
    // "The Battle of", "Super Mario": names begin alike.
    const isPlain = answer.words.slice(1, count).every(({ raw }) => raw === raw.toLowerCase());
    if (count < 2 || !isLong || !isPlain || lower.length === 0) return noFindings;
    const message = `All choices begin with "${repeated}": move it into the question.`;
    return [locateIn(answer, { start: answer.words[0]?.start ?? 0, end, message })];
  },
};

/** Of the first words, how many all choices share; at least one word of each is its own. */
function countShared(answer: ReadText, wrong: readonly ReadText[]): number {
  let count = 0;
  while (
    count < answer.words.length - 1 &&
    wrong.every(
      ({ words }) =>
        count < words.length - 1 && words[count]?.folded === answer.words[count]?.folded,
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
  description: 'Choices differ in grammatical form: "To list words", "Teaching grammar".',
  why: 'A choice in another form stands out, or does not fit the question grammatically.',
  check({ answer, wrong }) {
    if (wrong.length < 2) return noFindings;
    const choices = [answer, ...wrong];
    if (choices.every(({ words }) => words.length < 2)) return noFindings;
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

function isCatchAll({ text }: ReadText): boolean {
  return /^(?:all|none|both|neither|nothing|no one|i don't)\b/i.test(text);
}

const minChoices = 3;
const maxChoices = 5;

const tooFewChoices: QualityRule = {
  id: 'too_few_choices',
  severity: 'info',
  field: ['incorrect_answers'],
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

export const choiceFormRules: readonly QualityRule[] = [
  tooFewChoices,
  tooManyChoices,
  repeatedChoiceText,
  parallelChoices,
];
