import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../parts/use-keys.ts';

interface Props {
  readonly question: {
    readonly id: string;
    readonly questionText: string;
    readonly choices: readonly string[];
  };
  /** What came of the answer, once there is one. */
  readonly verdict:
    | {
        readonly correct: boolean;
        readonly correctAnswer: string;
        readonly acceptedAsName: string | null;
      }
    | undefined;
  readonly isDrawing: boolean;
  readonly onAnswer: (answer: string) => Promise<void>;
  /** Undefined after the last question. */
  readonly onNext: (() => void) | undefined;
}

/** A question to answer by a choice (also by its number) or in own words. */
export function GameQuestion({ question, verdict, isDrawing, onAnswer, onNext }: Props) {
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => next.current?.focus(), [verdict]);
  const answer = async (text: string) => {
    setSaid(text);
    setBusy(true);
    await onAnswer(text);
    setBusy(false);
  };
  const isOpen = verdict === undefined && !isBusy;
  useKeys(
    Object.fromEntries(
      question.choices.map((choice, index) => [
        String(index + 1),
        isOpen ? () => answer(choice) : undefined,
      ]),
    ),
  );
  return (
    <>
      <h2 class="stem" dir="auto" ref={heading} tabIndex={-1}>
        {question.questionText}
      </h2>
      {question.choices.length > 0 ? (
        <ol class="choices">
          {question.choices.map((choice, index) => (
            <li key={choice} class={markOf(choice, said, verdict)}>
              <button type="button" disabled={!isOpen} onClick={() => answer(choice)}>
                <span class="number" aria-hidden="true">
                  {index + 1}
                </span>
                <span dir="auto">{choice}</span>
                <Mark choice={choice} said={said} verdict={verdict} />
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (said.trim() !== '') answer(said);
          }}
        >
          <label>
            Your answer
            <input
              type="text"
              dir="auto"
              maxLength={1000}
              autoComplete="off"
              value={said}
              readOnly={!isOpen}
              onInput={(event) => setSaid(event.currentTarget.value)}
            />
          </label>
          {verdict === undefined && (
            <div class="buttons start">
              <button type="submit" disabled={!isOpen || said.trim() === ''}>
                Answer
              </button>
            </div>
          )}
        </form>
      )}
      <div aria-live="polite">
        {verdict && (
          <p class={verdict.correct ? 'note good' : 'note danger'}>
            <strong>{verdict.correct ? 'Right.' : 'Wrong.'}</strong>{' '}
            {(!verdict.correct || verdict.acceptedAsName !== 'exact') &&
              `The answer is ${verdict.correctAnswer}.`}
          </p>
        )}
      </div>
      {verdict && onNext && (
        <div class="buttons start">
          <button type="button" ref={next} disabled={isDrawing} onClick={onNext}>
            Next question
          </button>
        </div>
      )}
    </>
  );
}

function Mark(props: { choice: string; said: string; verdict: Props['verdict'] }) {
  const mark = markOf(props.choice, props.said, props.verdict);
  if (mark === 'right') return <span class="badge good">right</span>;
  if (mark === 'wrong') return <span class="badge danger">your answer</span>;
  return null;
}

function markOf(choice: string, said: string, verdict: Props['verdict']): string {
  if (!verdict) return '';
  if (choice === verdict.correctAnswer) return 'right';
  return choice === said ? 'wrong' : '';
}
