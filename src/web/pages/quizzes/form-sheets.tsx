import { type Category, CategoryTag, type Level, LevelTag } from '../../parts/labels.tsx';
import { addressOf } from '../../router.ts';

interface SheetQuestion {
  readonly id: string;
  readonly version: number;
  readonly questionText: string;
  readonly choices: readonly string[];
  readonly correctAnswer: string | null;
  readonly category: Category;
  readonly difficulty: Level;
  readonly topicFocus: string | null;
}

interface Props {
  readonly questions: readonly SheetQuestion[];
}

/** The questions of a form for its author: each leads to its page. */
export function QuestionSheet({ questions }: Props) {
  return (
    <ol class="rows numbered">
      {questions.map((question) => (
        <li key={question.id}>
          <a href={addressOf(`/questions/${question.id}`)}>
            <span class="text" dir="auto">
              {question.questionText}
            </span>
            {question.correctAnswer !== null && (
              <span class="answer" dir="auto">
                {question.correctAnswer}
              </span>
            )}
            <span class="tags">
              <CategoryTag category={question.category} />
              <LevelTag level={question.difficulty} />
              {question.topicFocus && <span class="tag">{question.topicFocus}</span>}
              <span class="muted">version {question.version}</span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The form as its players see it: nothing here tells the answer. */
export function PlayerSheet({ questions }: Props) {
  return (
    <ol class="sheet">
      {questions.map(({ id, questionText, choices }, index) => (
        <li key={id}>
          <fieldset class="choices">
            <legend dir="auto">
              <span class="number">{index + 1}.</span> {questionText}
            </legend>
            {choices.map((choice) => (
              <label key={choice} class="choice" dir="auto">
                <input type="radio" name={id} value={choice} /> {choice}
              </label>
            ))}
            {choices.length === 0 && (
              <input type="text" aria-label={`Answer to question ${index + 1}`} />
            )}
          </fieldset>
        </li>
      ))}
    </ol>
  );
}
