import { kinds } from '../../kit/text/characters.ts';
import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadText,
  type RuleFinding,
  withoutChoice,
} from './rule.ts';

export const duplicateChoices: QualityRule = {
  id: 'duplicate_choices',
  severity: 'error',
  field: ['incorrect_answers'],
  description:
    'A choice equals another one except for an article, an accent, punctuation or the way a number ' +
    'is written.',
  why: 'If two choices say the same, both are wrong or both are right, and everyone can see it.',
  check({ stem, answer, wrong }) {
    if (wrong.length === 0) return noFindings;
    // Then accents, or how a number is written, are what is asked about.
    const isAboutSpelling =
      /\b(?:spell\w*|accents?|letters?|writ(?:e|ten)|notation|numerals?|decimal|words?|translat\w*|languages?|pronounc\w*|time signatures?|lowest terms|simpl\w+|convert\w*|units?)\b/i.test(
        stem.text,
      );
    const normalize = (choice: ReadText) =>
      isAboutSpelling ? choice.text : normalizeChoice(choice);
    // "Which fraction equals 2/4?": another one that equals the answer may be the point.
    const isAboutFractions = /\b(?:fractions?|ratios?|equivalent)\b/i.test(stem.text);
    const first = new Map([[isAboutFractions ? answer.text : normalize(answer), answer.text]]);
    const found: RuleFinding[] = [];
    for (const each of wrong) {
      const normalized = normalize(each);
      const duplicate = first.get(normalized);
      if (duplicate === undefined) first.set(normalized, each.text);
      else
        found.push(
          locateIn(each, {
            ...findingOnText(each, `Same as ${JSON.stringify(duplicate)}.`),
            ...withoutChoice(wrong, each),
          }),
        );
    }
    return found;
  },
};

/** Keeps signs (C and C++, 2 and −2 differ) and the case of symbols such as mm and Mm. */
function normalizeChoice(choice: ReadText): string {
  const bare = choice.kinds & mayDiffer ? withoutPunctuation(choice.text) : choice.text;
  const named = /^(?:an?|the) (?=\S)/i.test(bare) ? bare.slice(bare.indexOf(' ') + 1) : bare;
  const fraction = /^(\d{1,4})\/(\d{1,4})$/.exec(named);
  if (fraction) return String(Number(fraction[1]) / Number(fraction[2]));
  const amount = /^(\d+(?:\.\d+)?) ?(\p{L}{1,11})$/u.exec(named);
  const size = amount && measures.get(amount[2] ?? '');
  if (amount && size)
    return `${Number((Number(amount[1]) * size.factor).toPrecision(12))} ${size.unit}`;
  const number = numberNames.indexOf(named.toLowerCase());
  if (number >= 0) return String(number);
  return named.length > 3 ? named.replace(/\p{L}+/gu, foldWord) : named;
}

/** The case of genotypes such as "BbEe" is what they say. */
function foldWord(word: string): string {
  return /^(?:(\p{L})\1)+$/iu.test(word) ? word : word.toLowerCase();
}

/** What 1 km and 1000 m are both measured in. */
const measures: ReadonlyMap<string, { readonly unit: string; readonly factor: number }> = new Map(
  Object.entries({
    m: { mm: 0.001, cm: 0.01, m: 1, km: 1000 },
    meter: { millimeter: 0.001, centimeter: 0.01, meter: 1, kilometer: 1000 },
    g: { mg: 0.001, g: 1, kg: 1000 },
    gram: { milligram: 0.001, gram: 1, kilogram: 1000 },
    ml: { ml: 1, mL: 1, l: 1000, L: 1000 },
    minute: { minute: 1, hour: 60, day: 1440, week: 10_080 },
  }).flatMap(([unit, names]) =>
    Object.entries(names).flatMap(([name, factor]) =>
      [name, `${name}s`, name.replace('meter', 'metre'), `${name.replace('meter', 'metre')}s`].map(
        (each) => [each, { unit, factor }] as const,
      ),
    ),
  ),
);

const numberNames =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

const mayDiffer =
  kinds.nonAscii |
  kinds.doubleQuote |
  kinds.singleQuote |
  kinds.pause |
  kinds.oddSpace |
  kinds.ampersand;

function withoutPunctuation(text: string): string {
  const plain =
    text.length > 3 ? text.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '') : text;
  return plain
    .normalize('NFC')
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/[“”"]/g, '')
    .replaceAll('−', '-')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\b[A-Z])\.(?=[A-Z]\b|$|\s)/g, '')
    .replace(/(?<=\d)\.0+$/, '')
    .replace(/ & /g, ' and ')
    .replace(/\.$/, '')
    .replace(/\s+/g, ' ');
}
