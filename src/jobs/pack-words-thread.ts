import { parentPort } from 'node:worker_threads';
import { packWords } from '../analyses/kit/text/packed-words.ts';
import { importWordLists } from '../analyses/types/quality/spelling.ts';
import type { PackedLists } from './spelling-loader.ts';

const ascii = /^[a-z]+$/;

const { words, pronunciations, easy } = await importWordLists();
const pronounced = Object.keys(pronunciations)
  .filter((word) => ascii.test(word))
  .sort();
const lists: PackedLists = { words: packWords(words), pronounced: packWords(pronounced), easy };
parentPort?.postMessage(lists, [lists.words.buffer, lists.pronounced.buffer]);
