import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { hasPackedWord, type PackedWords } from '../analyses/kit/text/packed-words.ts';
import { createSpelling, type Spelling } from '../analyses/types/quality/spelling.ts';
import type { Log } from '../log.ts';
import { threadProgram } from './thread-program.ts';

/** What the thread sends. */
export interface PackedLists {
  readonly words: PackedWords;
  readonly pronounced: PackedWords;
  readonly easy: readonly string[];
}

export interface SpellingLoader {
  /**
   * Loads the word lists at the first call, which takes about a second; undefined if it takes much
   * longer or fails, until another call succeeds.
   */
  load(): Promise<Spelling | undefined>;
  close(): Promise<void>;
}

const timeoutMs = 60_000;
/** A request waits no longer than this for the lists. */
const maxWaitMs = 10_000;

/** The same ones for every app of a process: they never change. */
let loaded: PackedLists | undefined;

/**
 * Reading the word lists would block the event loop for most of a second and keep 100 MB. A thread
 * reads and packs them into 4 MB, and ends.
 */
export function createSpellingLoader(log: Log): SpellingLoader {
  const closing = new AbortController();
  let spelling: Spelling | undefined;
  let loading: Promise<void> | undefined;
  const start = () =>
    loadLists(closing.signal)
      .then((lists) => {
        spelling = toSpelling(lists);
      })
      .catch((error: unknown) => {
        loading = undefined;
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'Word lists not loaded; advice omits misspellings');
      });
  return {
    async load() {
      if (spelling) return spelling;
      loading ??= start();
      const waited = new AbortController();
      const wait = sleep(maxWaitMs, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([loading, wait]);
      waited.abort();
      return spelling;
    },
    async close() {
      closing.abort();
      await loading;
    },
  };
}

function toSpelling({ words, pronounced, easy }: PackedLists): Spelling {
  return createSpelling({
    isWord: (word) => hasPackedWord(words, word),
    isPronounced: (word) => hasPackedWord(pronounced, word),
    easy: new Set(easy),
  });
}

async function loadLists(closed: AbortSignal): Promise<PackedLists> {
  loaded ??= await readInThread(closed);
  return loaded;
}

async function readInThread(closed: AbortSignal): Promise<PackedLists> {
  const program = threadProgram('pack-words-thread', import.meta.url);
  const worker = new Worker(program, { eval: true, name: 'pack words' });
  const ended = AbortSignal.any([closed, AbortSignal.timeout(timeoutMs)]);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The thread ended with code ${code}`)));
      ended.addEventListener('abort', () => reject(ended.reason));
      if (ended.aborted) reject(ended.reason);
    });
  } finally {
    await worker.terminate();
  }
}
