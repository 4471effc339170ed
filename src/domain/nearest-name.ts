import { editDistance } from './edit-distance.ts';

/** Longer names resemble none of ours. */
const maxLength = 40;

/** The known name that was probably meant; undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const plain = simplify(name);
  if (plain.length === 0 || plain.length > maxLength) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(plain, simplify(candidate));
    const allowed = Math.min(3, Math.floor(candidate.length / 3));
    if (distance <= allowed && (!best || distance < best.distance)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

/** A sentence to append to an error; empty when no name is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** The error for callers who may not learn names that they do not know. */
export function withoutSuggestion(detail: string): string {
  return detail.replace(/ Did you mean \w+\?$/, '');
}

/** `topicFocus`, `Topic-Focus` and `topic_focus[]` are one name. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_.[\]-]/g, '');
}
