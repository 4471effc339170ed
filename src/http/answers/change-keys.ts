import type { QuestionChange, QuestionState } from '../../db/change-log.ts';
import type { QuestionFilter } from '../../domain/question-criteria.ts';

/**
 * What a list selects by, as keys: one for each combination of its categories, levels and topics with
 * its source, where a criterion that it lacks is blank. A change has the keys of all lists that the
 * question was or is on, so that the two meet in a map.
 */
export function keysOfFilter(filter: QuestionFilter): string[] {
  const { ids, category, difficulty, topicFocus, source, search } = filter;
  if (ids) return ids.map(keyOfId);
  // Which words a search finds is for PostgreSQL to say: any change may concern it.
  if (search) return [keyOf('', '', '', '')];
  const topics = topicFocus?.map(foldTopic) ?? [''];
  const levels: readonly (number | '')[] = difficulty ?? [''];
  return (category ?? ['']).flatMap((name) =>
    levels.flatMap((level) => topics.map((topic) => keyOf(name, level, topic, source ?? ''))),
  );
}

export function keyOfId(id: string): string {
  return `id ${id}`;
}

/** The keys of the lists that a question was on before a change, or is on after it. */
export function listKeysOfChange({ before, after }: QuestionChange): Set<string> {
  const keys = new Set<string>();
  for (const state of [before, after]) {
    if (state) addKeys(keys, state);
  }
  return keys;
}

function addKeys(keys: Set<string>, { category, difficulty, topicFocus, source }: QuestionState) {
  const topics = topicFocus === null ? [''] : ['', foldTopic(topicFocus)];
  const sources = source === null ? [''] : ['', source];
  for (const topic of topics) {
    for (const each of sources) {
      for (const name of ['', category]) {
        keys.add(keyOf(name, '', topic, each));
        keys.add(keyOf(name, difficulty, topic, each));
      }
    }
  }
}

/** PostgreSQL's text has no U+0000. */
function keyOf(category: string, difficulty: number | '', topic: string, source: string): string {
  return `${category}\0${difficulty}\0${topic}\0${source}`;
}

/**
 * Topics match in any case, as the locale of the database defines it: whatever is equal to PostgreSQL
 * in any locale (Turkish has four letters i) must be equal here; what else is equal costs little.
 */
export function foldTopic(topic: string): string {
  if (/^[ -~]*$/.test(topic)) return topic.toUpperCase();
  const bare = topic.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare.toUpperCase().toLowerCase().toUpperCase();
}
