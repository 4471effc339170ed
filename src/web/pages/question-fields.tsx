import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
  levels,
} from '../parts/labels.tsx';
import { type Advice, AdviceList, concerns } from './question-advice.tsx';
import type { Draft } from './question-draft.ts';

interface Props {
  readonly draft: Draft;
  readonly advice: readonly Advice[];
  /** While it is being saved: what is typed then would be in neither version. */
  readonly isFixed: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** The fields of a question, each with the advice that concerns it. */
export function QuestionFields({ draft, advice, isFixed, onChange }: Props) {
  const about = (name: keyof Draft) => advice.filter((each) => concerns(each, name));
  const isWrong = (name: keyof Draft) => about(name).some(({ severity }) => severity === 'error');
  const field = (name: keyof Draft, label: string, rows: number) => (
    <div class="advised">
      <label>
        {label}
        <textarea
          rows={rows}
          dir="auto"
          readOnly={isFixed}
          value={draft[name]}
          aria-invalid={isWrong(name)}
          aria-describedby={`advice-${name}`}
          onInput={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        />
      </label>
      {/* Beside the label: the name of a field does not change while somebody types. */}
      <AdviceList id={`advice-${name}`} advice={about(name)} />
    </div>
  );
  return (
    <>
      {field('questionText', 'Question', 3)}
      {field('correctAnswer', 'Correct answer', 1)}
      {field('incorrectAnswers', 'Incorrect answers, one a line', 4)}
      {field('acceptedAnswers', 'Other accepted answers, one a line', 2)}
      {field('topicFocus', 'Topic', 1)}
      <div class="pair">
        <label>
          Category
          <select
            value={draft.category}
            disabled={isFixed}
            onChange={(event) =>
              onChange({ ...draft, category: event.currentTarget.value as Category })
            }
          >
            {draft.category === '' && <option value="">Choose</option>}
            {categoryKeys.map((key) => (
              <option key={key} value={key}>
                {categories[key]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Level
          <select
            value={draft.difficulty}
            disabled={isFixed}
            onChange={(event) =>
              onChange({ ...draft, difficulty: event.currentTarget.value as Level })
            }
          >
            {draft.difficulty === '' && <option value="">Choose</option>}
            {levelKeys.map((key) => (
              <option key={key} value={key}>
                {levels[key]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <AdviceList advice={advice.filter(({ fieldName, question }) => !fieldName && !question)} />
    </>
  );
}
