import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { addressOf } from '../router.ts';
import type { Current } from './question-draft.ts';

const duplicatesDocument = graphql(`
  query QuestionDuplicates($id: ID!) {
    questionAdvice(id: $id) {
      kind
      rule
      message
      question {
        id
        questionText
        correctAnswer
        incorrectAnswers
      }
    }
  }
`);

const kinds: Readonly<Record<string, string>> = {
  exact: 'Copy',
  near: 'Nearly the same',
  paraphrase: 'Paraphrase',
  answer_conflict: 'Conflict',
};

/** Questions that ask the same, with the words that differ marked. */
export function Duplicates({ id, question }: { id: string; question: Current }) {
  const { data, error, reload } = useQuery(duplicatesDocument, { id });
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={4} />;
  const found = (data.questionAdvice ?? []).filter(({ kind }) => kind === 'DUPLICATE');
  if (found.length === 0)
    return <p class="empty">No other question of the bank seems to ask the same.</p>;
  return (
    <ul class="findings">
      {found.map(({ rule, message, question: other }) => (
        <li key={`${rule}${message}`} class="warning">
          <p>
            <span class="badge">{kinds[rule] ?? rule}</span> {message}
          </p>
          {other && (
            <dl class="versus">
              <div>
                <dt>Question</dt>
                <dd dir="auto">
                  <WordDiff before={question.questionText} after={other.questionText} />
                </dd>
              </div>
              <div>
                <dt>Answer</dt>
                <dd dir="auto">
                  <WordDiff before={question.correctAnswer} after={other.correctAnswer} />
                </dd>
              </div>
              <div>
                <dt>Others</dt>
                <dd dir="auto">
                  <WordDiff
                    before={question.incorrectAnswers.join(' / ')}
                    after={other.incorrectAnswers.join(' / ')}
                  />
                </dd>
              </div>
            </dl>
          )}
          {other && (
            <p>
              <a href={addressOf(`/questions/${other.id}`)}>Open the other question</a>
              <span class="muted"> Struck out is only here, underlined only there.</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
