import { countTypos } from '../../domain/edit-distance.ts';
import { hasSameSound, isSwap } from '../kit/pairs/spelling-variant.ts';
import type { AnswerReading } from './answer-reading.ts';

/** Scripts in which one letter more or less is a slip, not another word. */
const spelled = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u;

/** Shorter words are other words with any letter changed: Iran, Iraq; Manet, Monet; Zambia, Gambia. */
const [lengthForSound, lengthForSwap, lengthForOne, lengthForTwo] = [5, 6, 7, 9];

/** All slips of the keys in an answer; infinite where it may be another answer. */
export function countSlips(given: AnswerReading, meant: AnswerReading): number {
  // A space too many or too few is one more.
  const slips =
    given.words.length === meant.words.length
      ? meant.words.reduce((sum, word, at) => sum + slipsInWord(given.words[at] ?? '', word), 0)
      : slipsInWord(given.letters, meant.letters) + 1;
  return slips <= maxSlipsIn(meant.letters) ? slips : Number.POSITIVE_INFINITY;
}

/** A word has as many as its own length allows: "South Korea" is not a slip for "North Korea". */
function slipsInWord(given: string, meant: string): number {
  if (given === meant) return 0;
  const none = Number.POSITIVE_INFINITY;
  const { length } = meant;
  if (!spelled.test(given) || !spelled.test(meant) || length < lengthForSound) return none;
  if (given[0] !== meant[0]) return none;
  // Ghandi has two wrong letters, but sounds like one.
  if (hasSameSound(given, meant)) return 1;
  if (length >= lengthForSwap && isSwap(given, meant)) return 1;
  // Austria is not Australia, nor Silicone Silicon.
  if (length < lengthForOne || Math.abs(given.length - length) > 1) return none;
  if (length < lengthForTwo && isPrefix(given, meant)) return none;
  const max = maxSlipsIn(meant);
  const typos = countTypos(given, meant, max);
  return typos <= max && hasLikelyLetters(given, meant) ? typos : none;
}

function maxSlipsIn(word: string): number {
  if (word.length < lengthForSound) return 0;
  return word.length < lengthForTwo ? 1 : 2;
}

function isPrefix(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/**
 * Whether each wrong letter has its key beside that of the right one. Others are another word more often than
 * a slip: Ireland for Iceland, nitrite for nitrate, stalagmite for stalactite.
 */
function hasLikelyLetters(given: string, meant: string): boolean {
  if (given.length !== meant.length) return true;
  const wrong = [...meant].flatMap((letter, at) => (given[at] === letter ? [] : [at]));
  const isSwapped = (at: number, next: number) =>
    given[at] === meant[next] && given[next] === meant[at];
  return wrong.every((at) => {
    if (isSwapped(at, at + 1) || isSwapped(at, at - 1)) return true;
    return neighbors.get(meant[at] ?? '')?.includes(given[at] ?? '') ?? false;
  });
}

/** The keys around each on a QWERTY keyboard. */
const neighbors = new Map(
  `qwa wqeas ewrsd retdf trygf ytuhg uyijh iuokj oiplk pol aqwsz swedxaz derfcxs frtgvcd gtyhbvf
   hyujnbg juikmnh kiolmj lopk zasx xzsdc cxdfv vcfgb bvghn nbhjm mnjk`
    .split(/\s+/)
    .map((keys) => [keys[0] ?? '', keys.slice(1)]),
);
