import { LRUCache } from 'lru-cache';
import type { QuestionChange } from '../../db/change-log.ts';
import type { RecordedReads } from '../../schema/reads.ts';
import { keyOfId, keysOfFilter, listKeysOfChange } from './change-keys.ts';

/** A response that may be sent again; what differs between requests is added by the transport. */
export interface RememberedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or ASCII as text, which takes as many. */
  readonly body: string | Uint8Array;
  /** Its label in metrics. */
  readonly operation: string;
  /** What the request is charged: a remembered answer costs its caller as much as a fresh one. */
  readonly points: number;
}

/** The state of knowledge when a read began. */
export type Mark = { readonly epoch: number; readonly change: number };

/**
 * Answers and what they depend on. Each has the number of the last change that was known when its read
 * began; each key it depends on, that of the last change that concerned it. A change only updates the
 * numbers of its keys, and an answer that is older than one of its keys is dropped when it is found.
 */
export interface AnswerCache {
  find(key: string): RememberedAnswer | undefined;
  /** Call it before the read: what changes from then on makes the answer stale. */
  begin(): Mark;
  store(key: string, mark: Mark, reads: RecordedReads, answer: RememberedAnswer): void;
  /** Applies changes in any order, also twice; undefined when everything may have changed. */
  apply(changes: readonly QuestionChange[] | undefined): void;
  readonly size: number;
  /** Of what they depend on: questions and criteria. */
  readonly watched: number;
  /** An estimate of the memory in use. */
  readonly bytes: number;
}

/** The last change of what some answers depend on. */
interface Watch {
  readonly key: string;
  users: number;
  changedBy: number;
  /** Of a question: the last change that only increased its version, and the version. */
  raisedBy: number;
  raisedTo: number;
}

interface Dependency {
  readonly watch: Watch;
  /** Changes up to this version are in the answer. */
  readonly version?: number;
}

interface Entry {
  readonly answer: RememberedAnswer;
  readonly dependencies: readonly Dependency[];
  /** All changes up to this one are in the answer, or do not concern it. */
  checkedUntil: number;
}

/** For answers whose read began before a change and that are stored after it. */
const maxRecent = 2000;
/** Of the whole cache. */
const maxShare = 1 / 16;
/** Estimates of what objects take beside their text. */
const entryBytes = 500;
const dependencyBytes = 250;

export function createAnswerCache(maxBytes: number): AnswerCache {
  const watches = new Map<string, Watch>();
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, dispose: release });
  const maxEntryBytes = maxBytes * maxShare;
  let recent: QuestionChange[] = [];
  let epoch = 0;
  let change = 0;

  function watch(key: string): Watch {
    const known = watches.get(key);
    if (known) known.users += 1;
    const found = known ?? { key, users: 1, changedBy: 0, raisedBy: 0, raisedTo: 0 };
    watches.set(key, found);
    return found;
  }

  function release({ dependencies }: Entry): void {
    for (const { watch: each } of dependencies) {
      each.users -= 1;
      if (each.users === 0) watches.delete(each.key);
    }
  }

  function applyOne(applied: QuestionChange): void {
    change += 1;
    recent.push(applied);
    if (watches.size === 0) return;
    const question = watches.get(keyOfId(applied.id));
    if (question && isRaise(applied)) {
      question.raisedBy = change;
      question.raisedTo = Math.max(question.raisedTo, applied.after.version);
    } else if (question) question.changedBy = change;
    for (const key of listKeysOfChange(applied)) {
      const list = watches.get(key);
      if (list) list.changedBy = change;
    }
  }

  /** Whether a change that was applied since the mark, when nobody watched, concerns what was read. */
  function hasMissed(mark: Mark, dependencies: readonly Dependency[]): boolean {
    const missed = change - mark.change;
    if (missed > recent.length) return true;
    return recent.slice(recent.length - missed).some((each) => {
      const keys = listKeysOfChange(each).add(keyOfId(each.id));
      return dependencies.some(
        ({ watch: { key }, version }) =>
          keys.has(key) &&
          !(version !== undefined && isRaise(each) && each.after.version <= version),
      );
    });
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.checkedUntil < change) {
        if (entry.dependencies.some((each) => isStale(each, entry.checkedUntil))) {
          entries.delete(key);
          return undefined;
        }
        entry.checkedUntil = change;
      }
      return entry.answer;
    },
    begin: () => ({ epoch, change }),
    store(key, mark, reads, answer) {
      if (mark.epoch !== epoch || !reads.isComplete) return;
      const lists = reads.filters.flatMap(keysOfFilter);
      const ids = reads.questions.map(({ id }) => keyOfId(id));
      const size = sizeOf(key, [...lists, ...ids], answer);
      if (size > maxEntryBytes) return;
      const dependencies: Dependency[] = lists.map((each) => ({ watch: watch(each) }));
      for (const { id, version } of reads.questions) {
        dependencies.push({ watch: watch(keyOfId(id)), version });
      }
      const entry = { answer: detached(answer), dependencies, checkedUntil: change };
      if (change > mark.change && hasMissed(mark, dependencies)) release(entry);
      else entries.set(key, entry, { size });
    },
    apply(changes) {
      if (changes) {
        for (const each of changes) applyOne(each);
        if (recent.length > maxRecent) recent = recent.slice(-maxRecent);
      } else {
        epoch += 1;
        recent = [];
        entries.clear();
      }
    },
    get size() {
      return entries.size;
    },
    get watched() {
      return watches.size;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

/** Plain SQL may change a question and leave its version as it was: only an increase is significant. */
function isRaise(
  change: QuestionChange,
): change is QuestionChange & { readonly after: NonNullable<QuestionChange['after']> } {
  const { before, after } = change;
  return after !== null && (before === null || after.version > before.version);
}

function isStale({ watch, version }: Dependency, checkedUntil: number): boolean {
  if (watch.changedBy > checkedUntil) return true;
  return watch.raisedBy > checkedUntil && !(version !== undefined && version >= watch.raisedTo);
}

/** Text is counted as if each character took two bytes. */
function sizeOf(key: string, dependencies: readonly string[], answer: RememberedAnswer): number {
  const { headers, body } = answer;
  const texts = [key, ...dependencies, ...Object.keys(headers), ...Object.values(headers)];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return entryBytes + dependencies.length * dependencyBytes + 2 * characters + lengthOf(body);
}

function lengthOf(body: RememberedAnswer['body']): number {
  return typeof body === 'string' ? body.length : body.byteLength;
}

/** A small buffer is often a part of a large one, which it would keep alive. */
function detached(answer: RememberedAnswer): RememberedAnswer {
  const { body } = answer;
  if (typeof body === 'string' || body.byteLength === body.buffer.byteLength) return answer;
  return { ...answer, body: new Uint8Array(body) };
}
