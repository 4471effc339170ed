import { countryOf, isPlace } from './demonyms.ts';
import { isAgent } from './filler-words.ts';
import { isClassNoun } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';

/**
 * The words of one question that only describe a name that both have: "Herman Melville's novel Moby-Dick", "the 1994
 * crime film Pulp Fiction", and the first name in "Winston Churchill"; not "South" in "South Vietnam".
 */
function descriptionsIn(
  { content, text }: ReadStem,
  isShared: (word: ContentWord) => boolean,
): ReadonlySet<ContentWord> {
  const found = new Set<ContentWord>();
  const words = text.split(' ');
  for (const [at, name] of content.entries()) {
    if (name.kind !== 'name' || !isShared(name)) continue;
    const place = words.indexOf(name.form);
    const run = runBefore(content.slice(0, at), words.slice(0, place));
    const noun = run[0];
    if (!noun || isShared(noun)) continue;
    if (noun.kind === 'name') {
      if (noun.form !== 'new' && !isPlace(countryOf(name.form))) found.add(noun);
    } else if ((isClassNoun(noun) || isAgent(noun)) && !noun.isFocus) {
      const before = words[place - run.length - 1] ?? '';
      const isDescription = noun.isOwned || /^(?:the|an?)$/.test(before);
      if (isDescription) for (const word of run) if (!word.isQualifier) found.add(word);
    }
  }
  return found;
}

/** The content words that stand right before a place, nearest first. */
function runBefore(content: readonly ContentWord[], words: readonly string[]): ContentWord[] {
  const run: ContentWord[] = [];
  for (const word of content.toReversed()) {
    if (words.at(-1 - run.length) !== word.form) break;
    run.push(word);
  }
  return run;
}

/** The words that only one of two questions has and that describe what both name. */
export function describedIn(one: ReadStem, other: ReadStem, { pairs }: ContentMatch) {
  const shared = new Set(pairs.flat());
  const isShared = (word: ContentWord) => shared.has(word);
  return {
    left: descriptionsIn(one, isShared),
    right: descriptionsIn(other, isShared),
  };
}
