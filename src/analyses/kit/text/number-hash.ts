import type { IntLists } from '../collections/int-lists.ts';
import { mixBits } from '../collections/mix-bits.ts';

const [zero, nine] = [48, 57];
/** The digits of other scripts begin here; compatibility digits are ASCII once normalized. */
const firstOtherDigit = 0x660;
const factor = 0x01000193;

/**
 * A hash of the multiset of digit groups in a word. The hashes of several words add up to the hash
 * of all of them.
 */
export function hashNumbers(units: Uint16Array, from: number, end: number): number {
  let sum = 0;
  let group = 0;
  for (let at = from; at < end; at += 1) {
    const unit = units[at] ?? 0;
    if (unit >= zero && unit <= nine) group = addDigit(group, unit);
    else if (unit >= firstOtherDigit) return hashAnyNumbers(units.subarray(from, end));
    else if (group !== 0) {
      sum = addGroup(sum, group);
      group = 0;
    }
  }
  return group === 0 ? sum : addGroup(sum, group);
}

/** The same, for digits of any script. */
function hashAnyNumbers(units: Uint16Array): number {
  const word = new TextDecoder('utf-16le').decode(units);
  let sum = 0;
  for (const digits of word.match(/\p{Nd}+/gu) ?? []) {
    let group = 0;
    for (let at = 0; at < digits.length; at += 1) group = addDigit(group, digits.charCodeAt(at));
    sum = addGroup(sum, group);
  }
  return sum;
}

function addDigit(group: number, digit: number): number {
  return Math.imul(group + digit, factor);
}

/** A sum is independent of the order. */
function addGroup(sum: number, group: number): number {
  return (sum + mixBits(group)) | 0;
}

/** Whether two stems contain the same numbers; otherwise they ask different questions. */
export function createNumberComparison({ values, starts }: IntLists, hashOfWord: Int32Array) {
  function hashOf(stem: number): number {
    const end = starts[stem + 1] ?? 0;
    let sum = 0;
    for (let at = starts[stem] ?? 0; at < end; at += 1) {
      sum = (sum + (hashOfWord[values[at] ?? 0] ?? 0)) | 0;
    }
    return sum;
  }
  return (one: number, other: number): boolean => hashOf(one) === hashOf(other);
}
