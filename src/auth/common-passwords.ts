import { dictionary } from '@zxcvbn-ts/language-common';

/** Of two words in a row, both are among the most frequent. */
const frequentCount = 3000;

const list = dictionary['passwords-common'];
const listed: ReadonlySet<string> = new Set(list);
const frequent: ReadonlySet<string> = new Set(list.slice(0, frequentCount));

/** Keys next to each other, of which any stretch is easily guessed. */
const sequences = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];

/**
 * Whether a password is easily guessed: one of 49,000 frequent ones, two of the most frequent in a row, the address or
 * the name of the service, with or without digits around it; a sequence, or a repetition. Case and punctuation
 * do not count.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const folded = fold(password);
  const bare = folded.replace(/^\d+|\d+$/g, '');
  if (/^(.{1,8})\1+$/u.test(folded) || sequences.some((keys) => keys.includes(folded))) {
    return folded !== '';
  }
  const names = new Set(['quaestor', fold(email), ...email.split(/[^\p{L}\p{N}]+/u).map(fold)]);
  const isListed = (word: string) => names.has(word) || listed.has(word);
  const isFrequent = (word: string) => names.has(word) || frequent.has(word);
  return [folded, bare].some(
    (word) =>
      word !== '' &&
      (isListed(word) || splits(word).some((parts) => parts.every((part) => isFrequent(part)))),
  );
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A word in two, at each place. */
function splits(word: string): (readonly [string, string])[] {
  return Array.from({ length: word.length - 1 }, (_, n) => [
    word.slice(0, n + 1),
    word.slice(n + 1),
  ]);
}
