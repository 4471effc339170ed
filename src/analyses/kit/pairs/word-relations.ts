import { antonymLines, wordLines } from './word-relations-data.ts';

interface Meanings {
  /** Letters for its parts of speech: n, v, a, r. */
  readonly parts: string;
  /** The numbers of its most frequent meanings. */
  readonly own: ReadonlySet<string>;
  /** Those of words it is derived from or that name its kind: "inventor" and "invent", "liner" and "ship". */
  readonly related: ReadonlySet<string>;
}

interface Relations {
  /** The line of each word, read when it is asked for. */
  readonly lines: ReadonlyMap<string, string>;
  readonly antonyms: ReadonlySet<string>;
  readonly read: Map<string, readonly Meanings[]>;
}

/** Read at first use: most commands compare no questions. */
let relations: Relations | undefined;

/** Whether a word may stand for another one: a synonym, a derived word or the name of its kind. */
export function areRelated(one: string, other: string): boolean {
  const others = meaningsOf(other);
  return meaningsOf(one).some((left) =>
    others.some(
      (right) =>
        meet(left.own, right.own) || meet(left.own, right.related) || meet(left.related, right.own),
    ),
  );
}

/** Whether a word can be a noun or an adjective, as far as it is known; names are not. */
export function mayDescribe(form: string): boolean {
  return meaningsOf(form).some(({ parts }) => /[na]/.test(parts));
}

export function isKnown(form: string): boolean {
  return meaningsOf(form).length > 0;
}

/** Whether two words are opposites. */
export function areAntonyms(one: string, other: string): boolean {
  const { antonyms } = loaded();
  return basesOf(one).some((left) =>
    basesOf(other).some((right) => antonyms.has([left, right].sort().join(' '))),
  );
}

function loaded(): Relations {
  relations ??= load();
  return relations;
}

function load(): Relations {
  const lines = new Map(
    wordLines.split('|').map((line): [string, string] => {
      const end = line.indexOf(' ');
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
  return { lines, antonyms: new Set(antonymLines.split('|')), read: new Map() };
}

const maxRead = 20_000;

function meaningsOf(form: string): readonly Meanings[] {
  const { lines, read } = loaded();
  const known = read.get(form);
  if (known) return known;
  const meanings = basesOf(form).flatMap((base) => {
    const line = lines.get(base);
    if (line === undefined) return [];
    const [start = '', related = ''] = line.split(';');
    const [parts = '', ...own] = start.split(' ').filter((part) => part !== '');
    return [{ parts, own: new Set(own), related: numbersIn(related) }];
  });
  if (read.size >= maxRead) read.clear();
  read.set(form, meanings);
  return meanings;
}

function numbersIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((number) => number !== ''));
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const each of one) if (other.has(each)) return true;
  return false;
}

const irregular: ReadonlyMap<string, string> = new Map(
  (
    'became become|began begin|begun begin|broke break|broken break|brought bring|built build|bought buy|caught catch|' +
    'chose choose|chosen choose|drew draw|drawn draw|drove drive|driven drive|fell fall|fallen fall|flew fly|' +
    'fought fight|gave give|given give|grew grow|grown grow|held hold|knew know|known know|led lead|left leave|lost lose|' +
    'made make|met meet|paid pay|ran run|rode ride|rose rise|said say|sang sing|sung sing|sank sink|sunk sink|sat sit|' +
    'saw see|seen see|sold sell|sent send|shot shoot|shown show|slew slay|slain slay|spoke speak|spoken speak|spent spend|' +
    'stood stand|stole steal|stolen steal|struck strike|swam swim|taught teach|thought think|threw throw|thrown throw|' +
    'told tell|took take|taken take|wore wear|worn wear|won win|wrote write|written write|' +
    'children child|feet foot|men man|mice mouse|people person|teeth tooth|wolves wolf|women woman'
  )
    .split('|')
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split(' ');
      return [form, base];
    }),
);

/** What an inflected form may be a form of; a particle behind it stays: "passed away". */
function basesOf(form: string): string[] {
  const [word = '', particle] = form.split('_');
  const bases = new Set([word, irregular.get(word) ?? word]);
  for (const [ending, replacements] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
    const base = word.slice(0, -ending.length);
    for (const replacement of replacements) bases.add(base + replacement);
    if (ending !== 's' && base.at(-1) === base.at(-2)) bases.add(base.slice(0, -1));
  }
  return particle === undefined ? [...bases] : [...bases].map((base) => `${base}_${particle}`);
}

const endings: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y']],
  ['es', ['']],
  ['s', ['']],
  ['ied', ['y']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ['ly', ['']],
];
