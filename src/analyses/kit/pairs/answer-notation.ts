/**
 * Writes what answers abbreviate in one way, so that its parts are not taken for alternatives or other words:
 * rates ("50 km/h"), times of the day ("5 pm"), notes and languages ("C#"), functions ("O(n)"), fractions, decades.
 */
export function plainNotation(given: string): string {
  const text = given
    .replaceAll('½', ' 1/2 ')
    .replaceAll('⁄', '/')
    .replace(/\^([23])(?!\d)/g, (_, power) => (power === '2' ? '²' : '³'))
    .replace(/(?<=\bto )\+(?=\d)/g, '')
    .replace(/\bsqrt\b ?/gi, '√')
    .replace(/^[a-z] ?= ?(?=[-−±\d(√])/, '')
    .replace(/^[-−–]?(\d[\d.]*) (?:and|or) [-−–]?\1$/, '±$1')
    .replace(/(?<=\b[\p{L}\d]) squared\b/gu, '²')
    .replace(/\bpi (?:times )?(?=\p{L}²?$)/giu, 'π')
    .replace(/^(\d{4})-(0\d|1[0-2])-([0-3]\d)$/, writeDate)
    .replace(/(?<=\p{L})[#♯]/gu, ' sharp')
    // Parentheses that hold no other name, unlike those of CO2 (carbon dioxide).
    .replace(/\bO\(([^()]+)\)/g, '$1')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\(([^()]+)\)/gu, '$1 of $2')
    .replace(/^[-–](?=(?:sin|cos|tan|log|ln|exp|sqrt)\b)/, '−')
    .replace(/(?<![\p{L}\d.])\.(?=\d)/gu, '0.');
  if (!/\d|million|billion/.test(text)) return text;
  return text
    .replace(/(\d) ?([a-zµ]{1,4})\/([a-z]{1,3}[²³23]?)(?![a-z])/giu, writeRate)
    .replace(/\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?/gi, writeTime)
    .replace(/(?<![\d’'])['’]?([2-9]0)['’]?s\b/g, '19$1s')
    .replace(/\bhalf an? million\b/gi, '500 thousand')
    .replace(/\bhalf an? billion\b/gi, '500 million');
}

function writeRate(_rate: string, digit: string, unit: string, per: string): string {
  const rate = `${unit}/${per}`.toLowerCase();
  return `${digit} ${speeds.get(rate) ?? `${unit}per${per}`}`;
}

const speeds: ReadonlyMap<string, string> = new Map([
  ['km/h', 'kph'],
  ['km/hr', 'kph'],
  ['mi/h', 'mph'],
  ['m/s', 'mps'],
  ['km/s', 'kps'],
]);

function writeDate(_date: string, year: string, month: string, day: string): string {
  return `${Number(day)} ${monthNames[Number(month) - 1] ?? month} ${year}`;
}

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function writeTime(_time: string, hour: string, minute = '00', half: string): string {
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${hours}:${minute}`;
}

/** Names of months, and their stems. */
export const months = /^(?:jan|feb|march|apr|may|june|juli|july|aug|sep|oct|nov|dec)$/;

/** "June 6th" as "June 6". */
export function plainDates(forms: string[]): string[] {
  if (!forms.some((form) => months.test(form))) return forms;
  return forms.map((form) => (/^\d{1,2}th$/.test(form) ? form.slice(0, -2) : form));
}

/** "Henry the Third" as "Henry 3". */
export function plainRanks(forms: string[]): string[] {
  const [last = '', before] = [forms.at(-1), forms.at(-2)];
  const isRank = forms.length > 2 && before === 'the' && /^\d{1,2}th$/.test(last);
  return isRank ? [...forms.slice(0, -1), last.slice(0, -2)] : forms;
}

/** A sign of mathematics, of a note or of a language: C++ is not C, and x² / 2 not x². */
export function isSign(word: string): boolean {
  return /^(?:[+=<>×÷^√∞/~|]|sharp|flat)$/.test(word);
}

/** "n log n", "2x + 1", "sin x": single letters, numbers, functions and signs. */
export function isFormula(text: string): boolean {
  return formula.test(text) && /[a-z]/i.test(text);
}

const formula = /^(?:\s*(?:[a-z](?![a-z])|log|ln|sin|cos|tan|exp|sqrt|[\d²³+*/^!()=−-]))+\s*$/i;
