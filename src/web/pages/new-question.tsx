import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { ScopeGate } from '../parts/scope-gate.tsx';
import { addressOf, useIsOpen } from '../router.ts';
import { dropKept, useKeptDraft } from './kept-draft.ts';
import { useAdvice } from './question-advice.tsx';
import { type Draft, emptyDraft, inputOf, missingIn, wordsOf } from './question-draft.ts';
import { QuestionFields } from './question-fields.tsx';

const createDocument = graphql(`
  mutation CreateQuestion($input: QuestionInput!) {
    createQuestion(input: $input) {
      id
    }
  }
`);

const keptAs = 'new';

/** The editor of a question that does not exist yet. */
export function NewQuestion({ back, onSave }: { back: string; onSave: () => void }) {
  return (
    <article class="question" aria-label="New question">
      <a class="back" href={back}>
        ← All questions
      </a>
      <h2>New question</h2>
      <ScopeGate scope="questions:write" purpose="add questions">
        <NewQuestionForm back={back} onSave={onSave} />
      </ScopeGate>
    </article>
  );
}

function NewQuestionForm({ back, onSave }: { back: string; onSave: () => void }) {
  const { draft, keep } = useKeptDraft(keptAs, () => ({ draft: emptyDraft }));
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsOpen();
  const input = inputOf(draft);
  const missing = missingIn(draft);
  // What is not typed yet is listed once, not marked as wrong.
  const advice = useAdvice(undefined, input).filter(({ rule }) => rule !== 'required');

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const { data, error } = await client.mutation(createDocument, {
      input: input as Required<typeof input>,
    });
    setBusy(false);
    setFailure(error);
    const id = data?.createQuestion?.id;
    if (!id) return;
    dropKept(keptAs);
    onSave();
    if (isOpen()) location.hash = addressOf(`/questions/${id}`);
  };
  const cancel = () => {
    dropKept(keptAs);
    location.hash = back;
  };
  return (
    <form class="stack editor" onSubmit={save}>
      <QuestionFields
        draft={draft}
        advice={advice}
        isFixed={isBusy}
        onChange={(next: Draft) => keep({ draft: next })}
      />
      {failure !== undefined && <ErrorNote error={failure} />}
      <p class="muted" aria-live="polite">
        {missing.length > 0
          ? `Still needed: ${missing.map(wordsOf).join(', ')}.`
          : 'Ready to be added.'}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" disabled={missing.length > 0 || isBusy}>
          Add
        </button>
      </div>
    </form>
  );
}
