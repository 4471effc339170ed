import { useEffect, useState } from 'preact/hooks';
import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from './error-note.tsx';

const pauseMs = 400;

const pickDocument = graphql(`
  query PickQuestion($search: String!) {
    questions(filter: { search: $search }, first: 5) {
      nodes {
        id
        questionText
        correctAnswer
      }
    }
  }
`);

interface Props {
  readonly label: string;
  readonly onPick: (question: { readonly id: string; readonly questionText: string }) => void;
}

/** Finds a question by its words and hands it on. */
export function QuestionPicker({ label, onPick }: Props) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isLoading } = useQuery(pickDocument, { search }, search !== '');
  const found = search === '' ? [] : (data?.questions.nodes ?? []);
  return (
    <div class="picker">
      <label>
        {label}
        <input
          type="search"
          placeholder="Words of the question"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && <ErrorNote error={error} />}
      <ul class="rows" aria-live="polite">
        {found.map((question) => (
          <li key={question.id}>
            <button
              type="button"
              class="row"
              onClick={() => {
                setText('');
                setSearch('');
                onPick(question);
              }}
            >
              {question.questionText} <span class="answer">{question.correctAnswer}</span>
            </button>
          </li>
        ))}
      </ul>
      {search !== '' && !isLoading && data && found.length === 0 && (
        <p class="muted">No question matches.</p>
      )}
    </div>
  );
}
