import type { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { dropKept, useKeptDraft } from './kept-draft.ts';
import { useAdvice } from './question-advice.tsx';
import { Conflict } from './question-conflict.tsx';
import {
  type Current,
  changesOf,
  currentDocument,
  draftOf,
  touched,
  wordsOf,
} from './question-draft.ts';
import { QuestionFields } from './question-fields.tsx';
import { updateDocument } from './question-update.ts';
import type { Saved } from './saved-note.tsx';

interface Props {
  readonly question: Current & { readonly id: string };
  /** With what was saved, unless it was cancelled. */
  readonly onEnd: (saved?: Saved) => void;
}

/** Edits in place by the rules of the API, with advice while typing; nothing typed is lost. */
export function QuestionEditor({ question, onEnd }: Props) {
  const { id } = question;
  const {
    draft,
    base = question,
    keep,
  } = useKeptDraft(id, () => ({ draft: draftOf(question), base: question }));
  const [failure, setFailure] = useState<unknown>();
  const [others, setOthers] = useState<Current>();
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(base, draft);
  const changedFields = Object.keys(changes);
  const advice = useAdvice(id, changes);

  const end = (saved?: Saved) => {
    dropKept(id);
    onEnd(saved);
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const variables = { id, input: changes, ifVersion: [base.version] };
    const { data: done, error } = await client.mutation(updateDocument, variables);
    const after = done?.updateQuestion?.version;
    if (after !== undefined) return end({ before: base.version, after });
    if (error && isOvertaken(error)) {
      const options = { requestPolicy: 'network-only' } as const;
      const { data } = await client.query(currentDocument, { id }, options);
      if (data?.question) setOthers(data.question);
    }
    setFailure(error);
    setBusy(false);
  };
  return (
    <form class="stack editor" onSubmit={save}>
      {others && (
        <Conflict
          base={base}
          others={others}
          onTakeUp={() => {
            // Fields that were not touched here take the values of the other editor.
            keep({ draft: { ...draftOf(others), ...touched(base, draft) }, base: others });
            setOthers(undefined);
            setFailure(undefined);
          }}
        />
      )}
      <QuestionFields
        draft={draft}
        advice={advice}
        isFixed={isBusy}
        onChange={(next) => keep({ draft: next, base })}
      />
      {failure !== undefined && !others && <ErrorNote error={failure} />}
      <p class="muted" aria-live="polite">
        {changedFields.length === 0
          ? 'No changes yet.'
          : `Saving changes: ${changedFields.map(wordsOf).join(', ')}.`}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => end()}>
          Cancel
        </button>
        <button type="submit" disabled={changedFields.length === 0 || isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}

function isOvertaken(error: CombinedError): boolean {
  return error.graphQLErrors.some(({ extensions }) => extensions.code === 'PRECONDITION_FAILED');
}
