import { categories, levels } from '../parts/labels.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { type Current, type Draft, draftOf, wordsOf } from './question-draft.ts';

/** Somebody else saved first: both versions, and what is typed stays. */
export function Conflict(props: { base: Current; others: Current; onTakeUp: () => void }) {
  const [before, after] = [draftOf(props.base), draftOf(props.others)];
  const changed = (Object.keys(before) as (keyof Draft)[]).filter(
    (name) => before[name] !== after[name],
  );
  return (
    <div class="note warning" role="alert">
      <p>Somebody else saved this question meanwhile. What you typed is kept. They changed:</p>
      <ul>
        {changed.map((name) => (
          <li key={name}>
            {wordsOf(name)}: <WordDiff before={shown(before[name])} after={shown(after[name])} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={props.onTakeUp}>
        Continue with both
      </button>
    </div>
  );
}

/** Categories and levels by the names that people read. */
function shown(value: string): string {
  const names: Readonly<Record<string, string>> = { ...categories, ...levels };
  return names[value] ?? value;
}
