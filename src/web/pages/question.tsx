import { useState } from 'preact/hooks';
import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { CategoryTag, LevelTag, showDate } from '../parts/labels.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { changeQuery } from '../router.ts';
import { hasKept } from './kept-draft.ts';
import { Duplicates } from './question-duplicates.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { Findings } from './question-findings.tsx';
import { History } from './question-history.tsx';
import { Statistics } from './question-statistics.tsx';
import { type Saved, SavedNote } from './saved-note.tsx';

const questionDocument = graphql(`
  query Question($id: ID!) {
    question(id: $id) {
      id
      questionText
      correctAnswer
      incorrectAnswers
      acceptedAnswers
      category
      difficulty
      topicFocus
      source
      externalId
      version
      createdAt
      updatedAt
    }
  }
`);

const tabs = {
  findings: 'Findings',
  history: 'History',
  duplicates: 'Duplicates',
  statistics: 'Statistics',
} as const;
type Tab = keyof typeof tabs;

interface Props {
  readonly id: string;
  readonly tab: string;
  /** The address of the list. */
  readonly back: string;
  readonly onChange: () => void;
}

export function Question({ id, tab, back, onChange }: Props) {
  const { data, error, reload } = useQuery(questionDocument, { id });
  const [isEditing, setEditing] = useState(() => hasKept(id));
  const mayEdit = useScope('questions:write');
  const question = data?.question;
  const mayReadResponses = useScope('responses:read');
  const shown = (Object.keys(tabs) as Tab[]).filter(
    (name) => name !== 'statistics' || mayReadResponses,
  );
  const open = shown.find((name) => name === tab) ?? 'findings';
  const [saved, setSaved] = useState<Saved>();
  const changed = (change?: Saved) => {
    setSaved(change);
    reload();
    onChange();
  };
  const edit = () => {
    setSaved(undefined);
    setEditing(true);
  };
  useKeys({ e: mayEdit ? edit : undefined });
  return (
    <article class="question" aria-label="Question">
      <a class="back" href={back}>
        ← All questions
      </a>
      {error && <ErrorNote error={error} onRetry={reload} />}
      {!question && !error && <Skeleton lines={8} />}
      {question && isEditing && (
        <QuestionEditor
          question={question}
          onEnd={(done) => {
            setEditing(false);
            if (done) changed(done);
          }}
        />
      )}
      {question && !isEditing && (
        <>
          <h2 class="stem" dir="auto">
            {question.questionText}
          </h2>
          <ul class="choices">
            <li class="key" dir="auto">
              {question.correctAnswer} <span class="badge">correct</span>
            </li>
            {question.incorrectAnswers.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
          {question.acceptedAnswers.length > 0 && (
            <p class="muted">Also accepted: {question.acceptedAnswers.join(', ')}</p>
          )}
          <p class="tags">
            <CategoryTag category={question.category} />
            <LevelTag level={question.difficulty} />
            {question.topicFocus && <span class="tag">{question.topicFocus}</span>}
            {question.source && <span class="tag">{question.source}</span>}
          </p>
          <p class="muted">
            Version {question.version}, changed {showDate(question.updatedAt)}
          </p>
          {mayEdit ? (
            <button type="button" onClick={edit}>
              Edit
            </button>
          ) : (
            <p class="muted">Sign in as an editor to change it.</p>
          )}
          {saved && <SavedNote id={id} saved={saved} onUndo={() => changed()} />}
          <div class="tabs" role="tablist" aria-label="About this question">
            {shown.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`tab-${name}`}
                aria-controls="panel"
                aria-selected={name === open}
                onClick={() => changeQuery({ tab: name })}
              >
                {tabs[name]}
              </button>
            ))}
          </div>
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${open}`}>
            {open === 'findings' && (
              <Findings id={id} version={question.version} mayEdit={mayEdit} onFix={changed} />
            )}
            {open === 'history' && (
              <History
                id={id}
                version={question.version}
                mayEdit={mayEdit}
                onRestore={() => changed()}
              />
            )}
            {open === 'duplicates' && <Duplicates id={id} question={question} />}
            {open === 'statistics' && (
              <Statistics
                id={id}
                answer={question.correctAnswer}
                choices={question.incorrectAnswers}
              />
            )}
          </div>
        </>
      )}
    </article>
  );
}
