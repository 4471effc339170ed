import { stemOf } from '../../kit/terms/word-stream.ts';
import type { TopicReading } from './reading.ts';

const minLength = 4;
/** What two names have in common that mean the same: Computers, Computing. */
const commonStem = 5;

/**
 * Whether a question names its topic ("in the game" of Video Games), or whether the suggested one is
 * another name of it: then neither its words nor similar questions contradict it.
 */
export function createNameCheck({
  stream,
  order,
}: Pick<TopicReading, 'stream' | 'order'>): (row: number, given: string, other: string) => boolean {
  const stemsOf = new Map<string, ReadonlySet<string>>();
  const readName = (name: string) => {
    const known = stemsOf.get(name) ?? new Set(listStems(name));
    stemsOf.set(name, known);
    return known;
  };
  return (row, given, other) => {
    const [names, others] = [readName(given), readName(other)];
    if (isOneName(names, others)) return true;
    // "History" tells nothing of World History and US History.
    const isOwn = (stem: string) => names.has(stem) && !others.has(stem);
    const question = order[row] ?? 0;
    const tokens = stream.tokens.subarray(stream.starts[question], stream.starts[question + 1]);
    return tokens.some((word) => word >= 0 && isOwn(stemOf(stream.words[word] ?? '')));
  };
}

function listStems(name: string): string[] {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length >= minLength).map(stemOf);
}

function isOneName(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [[name = ''], [other = '']] = [[...names], [...others]];
  const areSingle = names.size === 1 && others.size === 1 && name.length >= commonStem;
  return areSingle && name.slice(0, commonStem) === other.slice(0, commonStem);
}
