import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';

const swaps: readonly (readonly [RegExp, string])[] = [
  [/^Which\b/, 'What'],
  [/^What is\b/, "What's"],
  [/^Who is\b/, "Who's"],
  [/\bbiggest\b/, 'largest'],
  [/\bcountry\b/, 'nation'],
  [/\bcalled\b/, 'named'],
  [/\bfilm\b/, 'movie'],
  [/\btwo\b/, '2'],
  [/\bthree\b/, '3'],
];

/** Changes a text as an editor in a hurry does: a slip, a small word, punctuation or a synonym. */
export function editLightly(text: string, seed: number): string {
  const random = createRandom(seed + 1);
  const edits = [misspell, dropArticle, changePunctuation, swapWord, misspell];
  const edit = edits[Math.floor(random() * edits.length)] ?? misspell;
  const changed = edit(text, random);
  return changed === text ? misspell(text, random) : changed;
}

type Random = () => number;

/** Swaps, doubles or drops a letter inside a longer word. */
function misspell(text: string, random: Random): string {
  const words = [...text.matchAll(/[a-z]{5,}/g)];
  const word = words[Math.floor(random() * words.length)];
  if (!word) return `${text} `;
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 3));
  const [one, two] = [text[at] ?? '', text[at + 1] ?? ''];
  const slips = [two + one, one + one + two, two];
  return text.slice(0, at) + slips[Math.floor(random() * slips.length)] + text.slice(at + 2);
}

function dropArticle(text: string): string {
  return text.replace(/ (?:the|a|an) /, ' ');
}

function changePunctuation(text: string): string {
  return text.replaceAll('"', "'").replace(/\?$/, ' ?').replace(/, /, ' ');
}

function swapWord(text: string): string {
  const found = swaps.find(([pattern]) => pattern.test(text));
  return found ? text.replace(found[0], found[1]) : text;
}
