import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { QuestionPicker } from '../../parts/question-picker.tsx';
import type { FormDraft } from './form-draft.ts';

const textsDocument = graphql(`
  query EnemyTexts($ids: [ID!]) {
    questions(filter: { ids: $ids }, first: 100) {
      nodes {
        id
        questionText
      }
    }
  }
`);

type Pairs = FormDraft['enemies'];

interface Props {
  readonly pairs: Pairs;
  readonly isMarked: (index: number) => boolean;
  readonly onChange: (pairs: Pairs) => void;
}

/** Pairs of questions that give each other away, and may not appear in one form. */
export function Enemies({ pairs, isMarked, onChange }: Props) {
  const ids = [...new Set(pairs.flat())].slice(0, 100);
  const { data } = useQuery(textsDocument, { ids }, ids.length > 0);
  const [first, setFirst] = useState<{ readonly id: string; readonly questionText: string }>();
  const textOf = (id: string) =>
    data?.questions.nodes.find((question) => question.id === id)?.questionText ?? id;
  return (
    <fieldset class="group">
      <legend>Questions that may not appear together</legend>
      <ul class="pairs">
        {pairs.map(([a, b], index) => (
          <li key={`${a}${b}`} class={isMarked(index) ? 'marked' : ''}>
            <span>
              {textOf(a)} <em>and</em> {textOf(b)}
              {isMarked(index) && <strong class="fault"> conflict</strong>}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove the pair ${index + 1}`}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {first && (
        <p>
          {first.questionText} <em>and</em>{' '}
          <button type="button" class="quiet" onClick={() => setFirst(undefined)}>
            Choose another
          </button>
        </p>
      )}
      <QuestionPicker
        key={first?.id}
        label={first ? 'Second question' : 'First question of a pair'}
        onPick={(question) => {
          if (!first) return setFirst(question);
          if (question.id === first.id) return;
          onChange([...pairs, [first.id, question.id]]);
          setFirst(undefined);
        }}
      />
    </fieldset>
  );
}
