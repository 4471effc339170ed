import type { AnswerForms } from './answer-forms.ts';
import type { ReadQuestion } from './read-question.ts';

/** Places that hold cities or stand in them: beside a city, both may be right. */
const otherPlaces = new RegExp(
  `\\b(?:${(
    'theatre theater hotel hospital house castle palace park stadium arena church cathedral abbey temple museum gallery library ' +
      'island islands isle county street avenue square airport university college school prison camp lake river sea ocean bay ' +
      'mount mountain mountains valley desert hall station bridge tower province region state district coast north south east west ' +
      'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa ' +
      'kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ' +
      'hampshire jersey mexico carolina dakota ohio oklahoma oregon pennsylvania rhode tennessee texas utah vermont virginia ' +
      'washington wisconsin wyoming england scotland wales ulster yorkshire kent cornwall bavaria saxony prussia tuscany sicily ' +
      'normandy brittany provence catalonia andalusia quebec ontario alberta queensland victoria punjab bengal siberia ' +
      'africa asia europe america australia antarctica brooklyn manhattan queens bronx'
  ).replaceAll(' ', '|')})\\b`,
);

const asksCity = /\b(?:which|what) (?:\p{L}+ )?(?:city|town)\b/u;

const maxWords = 3;

/**
 * Whether "where" and "in which city" have two cities as their keys, as far as their words say: a theater or a
 * state would be right beside its city.
 */
export function areTwoCities(one: ReadQuestion, other: ReadQuestion): boolean {
  const isCityAsked = [one, other].some(({ form, text }) => !form.asksWhere && asksCity.test(text));
  return isCityAsked && isCity(one.answer) && isCity(other.answer);
}

function isCity({ normalized, variants: [variant], isContinent }: AnswerForms): boolean {
  if (!variant || variant.isCountry || variant.quantity || isContinent) return false;
  // "Mexico City".
  if (variant.isCity) return true;
  return normalized.split(' ').length <= maxWords && !otherPlaces.test(normalized);
}
