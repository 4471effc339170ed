import { diffWords } from '../parts/word-diff.tsx';
import { QuestionText } from './question-text.tsx';
import { useQuestions } from './report-context.ts';

interface Props {
  readonly a: string;
  readonly b: string;
  /** The kind in a word, and how alike they are. */
  readonly title: string;
  readonly tone?: 'danger' | 'warning' | 'info';
  readonly detail: string;
}

/** Two questions side by side with the words marked that differ. */
export function PairCard({ a, b, title, tone = 'info', detail }: Props) {
  const questions = useQuestions();
  const [one, other] = [questions[a], questions[b]];
  const pieces = diffWords(one?.question_text ?? '', other?.question_text ?? '');
  const sides = [
    { id: a, question: one, own: 'removed' as const },
    { id: b, question: other, own: 'added' as const },
  ];
  return (
    <li class="pair-card">
      <p>
        <span class={`badge ${tone}`}>{title}</span> <span class="muted">{detail}</span>
      </p>
      <div class="sides">
        {sides.map(({ id, question, own }) => (
          <div key={own}>
            <QuestionText id={id}>
              {question &&
                pieces
                  .filter(({ kind }) => kind === 'same' || kind === own)
                  .map(({ kind, text }, at) =>
                    kind === own && text.trim() ? (
                      <mark key={`${at}${kind}`}>{text}</mark>
                    ) : (
                      <span key={`${at}${kind}`}>{text}</span>
                    ),
                  )}
            </QuestionText>
            {question && (
              <span
                class={one?.correct_answer === other?.correct_answer ? 'answer' : 'answer differs'}
                dir="auto"
              >
                {question.correct_answer}
              </span>
            )}
          </div>
        ))}
      </div>
    </li>
  );
}
