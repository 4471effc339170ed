import { numberWordSet } from '../../kit/text/function-words.ts';
import {
  findingOnText,
  locateIn,
  noFindings,
  type QualityRule,
  type ReadQuestion,
  type ReadText,
} from './rule.ts';

interface Quantity {
  readonly value: number;
  readonly unit: string;
}

const quantityPattern =
  /^(?:(?:about|around|approximately|roughly|circa|c\.) )?[$€£¥]?([−-]?\d[\d,]*(?:\.\d+)?)(?: ?(million|billion|thousand|trillion))?(?: ?([%°\p{L}][\p{L}°%/²³ ]{0,20}?))?$/iu;
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

function readQuantity({ text }: ReadText): Quantity | undefined {
  const match = text.length <= 40 ? quantityPattern.exec(text.trim()) : null;
  if (!match) return undefined;
  const value = Number(match[1]?.replaceAll(',', '').replace('−', '-'));
  const scale = scales.get(match[2]?.toLowerCase() ?? '') ?? 1;
  const unit = (match[3] ?? '').trim();
  return {
    value: value * scale,
    unit: unit.length > 3 ? unit.toLowerCase().replace(/s$/, '') : unit,
  };
}

function readQuantities(choices: readonly ReadText[]): Quantity[] | undefined {
  const quantities = choices.map(readQuantity);
  return quantities.every((each) => each !== undefined) ? quantities : undefined;
}

const numericOrder: QualityRule = {
  id: 'numeric_order',
  severity: 'info',
  field: ['incorrect_answers'],
  description:
    'Numbers among incorrect_answers are not in ascending or descending order, in which files have them. ' +
    'Quizzes and forms shuffle choices.',
  why: 'Readers look for numbers in order; disorder costs time and adds nothing.',
  check({ answer, wrong }) {
    if (wrong.length < 3 || !readQuantity(answer)) return noFindings;
    const read = readQuantities(wrong);
    if (!read || new Set(read.map(({ unit }) => unit)).size > 1) return noFindings;
    const values = read.map(({ value }) => value);
    const rises = values.slice(1).map((value, at) => value - (values[at] ?? 0));
    if (rises.every((rise) => rise >= 0) || rises.every((rise) => rise <= 0)) return noFindings;
    const at = rises.findIndex((rise) => rise < 0) + 1;
    const misplaced = wrong[at];
    if (!misplaced) return noFindings;
    const answers = wrong
      .map(({ text }, index) => ({ text, value: values[index] ?? 0 }))
      .toSorted((one, other) => one.value - other.value)
      .map(({ text }) => text);
    const message = `Write the numbers in order: ${answers.join(', ')}.`;
    return [locateIn(misplaced, { ...findingOnText(misplaced, message), answers })];
  },
};

const mixedUnits: QualityRule = {
  id: 'mixed_units',
  severity: 'info',
  field: ['incorrect_answers'],
  requires: ['question_text'],
  description: 'Quantities among the choices are in different units.',
  why: 'Readers have to convert before they can compare, which is not what is asked.',
  check({ stem, answer, wrong }) {
    if (wrong.length < 2 || asksForUnit.test(stem.text)) return noFindings;
    const read = readQuantities([answer, ...wrong]);
    if (!read || read.some(({ unit }) => unit === '')) return noFindings;
    // 8 minutes, 8 hours, 8 days: the unit is what is asked.
    if (new Set(read.map(({ value }) => value)).size === 1) return noFindings;
    const odd = wrong.find((_each, at) => read[at + 1]?.unit !== read[0]?.unit);
    if (!odd || !read.every(({ unit }) => isUnit(unit))) return noFindings;
    const message = `Use the unit of the answer, ${read[0]?.unit}, in all choices.`;
    return [locateIn(odd, findingOnText(odd, message))];
  },
};

/** There, converting is what is asked. */
const asksForUnit =
  /\b(?:what|which|si|base|imperial) units?\b|\bunits? (?:of|is|are|for)\b|\bconver\w+|\bequa(?:l|ls|l to|ivalent)\b|\bof (?:these|the following)\b.*(?:est|most|least)\b|\bsame as\b/i;

const units = new Set(
  (
    'km m cm mm mi mile ft feet foot inch inche yard meter metre kilometer kilometre centimeter centimetre millimeter millimetre ' +
    'kg g mg lb lbs pound ounce oz ton tonne kilogram gram milligram stone ' +
    'second minute hour day week month year decade centurie century s ms min h ' +
    'l ml litre liter gallon pint c f k °c °f °C °F K C F celsius fahrenheit degree kelvin % percent ' +
    'kb mb gb tb KB MB GB TB byte bit kilobyte megabyte gigabyte terabyte hz khz mhz ghz Hz kHz MHz GHz ' +
    'mph kph km/h m/s knot w kw W kW watt volt v V j J joule cent dollar euro acre hectare km² m²'
  ).split(' '),
);

function isUnit(unit: string): boolean {
  return units.has(unit) || units.has(unit.toLowerCase());
}

const mixedKinds: QualityRule = {
  id: 'mixed_kinds',
  severity: 'info',
  field: ['incorrect_answers'],
  requires: ['question_text', 'correct_answer'],
  description: 'Numbers, years or dates are mixed with other choices.',
  why: 'A choice of another kind than the rest stands out and is ruled out, or in, at once.',
  check(question) {
    const { answer, wrong } = question;
    if (wrong.length < 2 || question.isTrueOrFalse) return noFindings;
    const choices = [answer, ...wrong];
    if (choices.some(({ text }) => /[π√^=]/.test(text))) return noFindings;
    const numbers = choices.filter(isNumeric);
    const others = choices.filter((each) => !numbers.includes(each));
    const [number, other] = [numbers[0], others[0]];
    if (!number || !other) return noFindings;
    // One choice of another kind than all others; a number written or negated otherwise is no such.
    if (numbers.length === 1 && !mayBeName(question) && !mayBeTitle(number, others, question))
      return [locateIn(number, findingOnText(number, 'The only number among the choices.'))];
    if (others.length === 1 && !mayBeAmount(other) && !asksForModel(question))
      return [locateIn(other, findingOnText(other, 'The only choice that is no number.'))];
    // Otherwise, the question has to say what it asks for.
    const { text } = question.asked;
    if (numbers.includes(answer) && amountAsked.test(text)) {
      const odd = others.find((each) => !mayBeAmount(each));
      const message = 'The question asks for a number or a time, and this is none.';
      if (odd) return [locateIn(odd, findingOnText(odd, message))];
    } else if (nameAsked.test(text) && others.includes(answer) && !mayBeName(question)) {
      const message = 'A number, although the question asks for a person or a place.';
      return [locateIn(number, findingOnText(number, message))];
    }
    return noFindings;
  },
};

const amountAsked =
  /\b(?:how (?:many|much|old|tall|long|far|fast|high|heavy|deep|wide)|what (?:year|number|percentage|age)|(?:in|of|during|by) (?:what|which) (?:year|century|decade)|which year)\b|^\W*when\b/i;
const nameAsked = /^\W*(?:who|whom|whose|where)\b/i;

function isNumeric({ text, words }: ReadText): boolean {
  const isPlain = /^[\d\s.,:;/%°$€£+−–x×^()'"-]{1,40}$/u.test(text) && /\d/.test(text);
  return (
    isPlain ||
    // "751,665,014,151 m/s" has four words of digits.
    (words.filter(({ folded }) => !/^\d+$/.test(folded)).length <= 4 &&
      /^(?:\D{0,12}[ $€£])?\d/.test(text) &&
      words.every(({ folded }) => isAmountWord(folded)))
  );
}

function isAmountWord(word: string): boolean {
  return (
    /^\d/.test(word) ||
    numberWordSet.has(word) ||
    units.has(word.replace(/s$/, '')) ||
    /^(?:january|february|march|april|may|june|july|august|september|october|november|december|bc|ad|bce|ce|am|pm|st|nd|rd|th|s|in|about|around|of|the|people|times)$/.test(
      word,
    )
  );
}

/** "Infinite", "Never", "None", "Half of them" and "Ten thousand" belong among numbers. */
function mayBeAmount({ words, text }: ReadText): boolean {
  return (
    /\d/.test(text) ||
    words.some(({ folded }) =>
      /^(?:no|none|never|nothing|infinite\w*|unlimited|unknown|undefined|all|every|each|half|quarter|many|few|several|dozen|it|they|depends|varies|zero|once|twice|both|neither|pi|googol|more|less|any|always|minute|hour|day|week|month|year)s?$/.test(
        folded,
      ),
    ) ||
    words.some(({ folded }) => folded.split('-').some((part) => numberWordSet.has(part))) ||
    /^[MDCLXVI]+$/.test(text)
  );
}

/** Bands, films, models and bus lines are called 1975, 300 or 42. */
function mayBeName(question: ReadQuestion): boolean {
  return (
    asksForModel(question) ||
    /\b(?:number|called|nicknamed|names?|titles?|class|code|prefix)\b/i.test(question.stem.text)
  );
}

function asksForModel({ stem }: ReadQuestion): boolean {
  return /\b(?:bands?|books?|brands?|films?|movies?|games?|novels?|songs?|albums?|series|shows?|models?|routes?|roads?|highways?|teams?|cars?|consoles?|versions?|air(?:craft|planes?|liners?)|planes?|jets?|rockets?|rifles?|pistols?|locomotives?|processors?)\b/i.test(
    stem.text,
  );
}

const isAboutWorks =
  /\b(?:authors?|compos\w+|direct\w+|perform\w+|publish\w+|record\w*|releas\w+|sang|sing|starr?\w*|writ\w+|wrote)\b/i;

/** "1984" beside "Animal Farm" and "Burmese Days". */
function mayBeTitle(
  number: ReadText,
  others: readonly ReadText[],
  { asked, answer }: ReadQuestion,
): boolean {
  return (
    (number === answer || isAboutWorks.test(asked.text)) &&
    /^\d{3,4}$/.test(number.text) &&
    !nameAsked.test(asked.text) &&
    !amountAsked.test(asked.text) &&
    others.every(({ text }) => /^\p{Lu}/u.test(text)) &&
    others.some(({ text }) => /^\S+ .*\p{Lu}/u.test(text))
  );
}

export const choiceNumberRules: readonly QualityRule[] = [numericOrder, mixedUnits, mixedKinds];
