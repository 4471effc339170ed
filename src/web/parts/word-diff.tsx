interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Two texts as one, with the words that differ marked. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <span class="diff">
      {diffWords(before, after).map(({ kind, text }, index) => {
        const key = `${index}${kind}`;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        return <span key={key}>{text}</span>;
      })}
    </span>
  );
}

/** Texts of questions have at most 2,000 characters, so the table of all pairs of words stays small. */
export function diffWords(before: string, after: string): Piece[] {
  const [left, right] = [split(before), split(after)];
  const lengths = commonLengths(left, right);
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [word, other] = [left[i], right[j]];
    if (word !== undefined && word === other) {
      add('same', word);
      i += 1;
      j += 1;
    } else if (word !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      add('removed', word);
      i += 1;
    } else {
      if (other !== undefined) add('added', other);
      else if (word !== undefined) add('removed', word);
      if (other === undefined) i += 1;
      else j += 1;
    }
  }
  return inPhrases(pieces);
}

/** Changes with nothing but spaces between them as one: what was said, then what is said instead. */
function inPhrases(pieces: readonly Piece[]): Piece[] {
  const phrases: Piece[] = [];
  let [removed, added] = ['', ''];
  const end = () => {
    if (removed) phrases.push({ kind: 'removed', text: removed });
    if (added) phrases.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of pieces.entries()) {
    const isBetween = removed && added && text.trim() === '' && index < pieces.length - 1;
    if (kind === 'same' && !isBetween) {
      end();
      phrases.push({ kind, text });
    }
    if (kind === 'removed' || (kind === 'same' && isBetween)) removed += text;
    if (kind === 'added' || (kind === 'same' && isBetween)) added += text;
  }
  end();
  return phrases;
}

/** At [i][j]: the length of the longest common sequence of what follows. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () =>
    new Array<number>(right.length + 1).fill(0),
  );
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] =
        left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function split(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}
