import type { ReadStem } from './read-question.ts';

/** What somebody is to another, and what the other is to them. */
const kin: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:son|daughter|child)$/, /^(?:father|mother|parent)$/],
  [/^husband$/, /^wife$/],
  [/^(?:uncle|aunt)$/, /^(?:nephew|niece)$/],
  [/^grand(?:son|daughter)$/, /^grand(?:father|mother)$/],
  [/^brother$/, /^sister$/],
];

/**
 * Whether two words that exclude each other say the same from both sides: "the daughter of which actress" and
 * "which actress is the mother of", "which team did they beat" and "which team lost to them", "what comes before B" and
 * "B comes after what".
 */
export function isConverse(
  one: ReadStem,
  other: ReadStem,
  left: { readonly form: string },
  right: { readonly form: string },
): boolean {
  const areKin = kin.some(
    ([elder, younger]) =>
      (elder.test(left.form) && younger.test(right.form)) ||
      (younger.test(left.form) && elder.test(right.form)),
  );
  // One of them asks for whom it is said of, the other for who is said to be it.
  if (areKin) return asksWhose(one, left.form) !== asksWhose(other, right.form);
  if (place.test(left.form) && place.test(right.form)) {
    return asksPlace(one, left.form) !== asksPlace(other, right.form);
  }
  return loses(one, other) || loses(other, one);
}

const place = /^(?:before|after|above|below|over|under|beneath|north|south|east|west)$/;

const direction = /^(?:north|south|east|west)$/;

/** "B comes after which letter", "which letter does B come after": what comes before B; not "at 23 degrees north". */
function asksPlace({ text }: ReadStem, form: string): boolean {
  const end = direction.test(form) ? ' of' : '(?: of)?';
  return new RegExp(`\\b${form}(?: of)? (?:which|what|whom?)\\b|\\b${form}${end}$`).test(text);
}

function asksWhose({ text }: ReadStem, kin: string): boolean {
  return new RegExp(`\\b${kin} of (?:which|what|who|whom)\\b|\\bwhose (?:\\w+ )?${kin}\\b`).test(
    text,
  );
}

const beaten =
  /^(?:whom?|(?:which|what)(?: \w+){1,2}?) did\b.*\b(?:beat|defeat)\b|\b(?:beat|defeated) (?:which|what|whom?)\b/;
const loser = /^(?:who|(?:which|what)(?: \w+){1,2}?) lost\b.*\bto\b/;
const winner =
  /^(?:who|(?:which|what)(?: \w+){1,2}?) (?:beat|defeated)\b|\b(?:beaten|defeated) by (?:which|what|whom?)\b/;
const lostTo =
  /\blose\b.*\bto$|\b(?:lost|lose) to (?:which|what|whom?)\b|^to (?:which|what|whom?)\b.*\blose\b/;

function loses({ text: one }: ReadStem, { text: other }: ReadStem): boolean {
  return (beaten.test(one) && loser.test(other)) || (winner.test(one) && lostTo.test(other));
}
