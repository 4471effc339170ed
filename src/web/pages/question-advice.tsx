import { useEffect, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { graphql, type ResultOf, type VariablesOf } from '../api/graphql.ts';
import { addressOf } from '../router.ts';

/** Advice comes so long after the last key. */
const pauseMs = 600;

const adviceDocument = graphql(`
  query EditorAdvice($id: ID, $input: QuestionAdviceInput!) {
    questionAdvice(id: $id, input: $input) {
      rule
      severity
      message
      fieldName
      question {
        id
        questionText
      }
    }
  }
`);

export type Advice = NonNullable<ResultOf<typeof adviceDocument>['questionAdvice']>[number];
type Changes = VariablesOf<typeof adviceDocument>['input'];

/** What the service says of the changes, of a stored question or of a new one; what is overtaken is dropped. */
export function useAdvice(id: string | undefined, changes: Changes): readonly Advice[] {
  const [advice, setAdvice] = useState<readonly Advice[]>([]);
  const key = JSON.stringify(changes);
  useEffect(() => {
    if (key === '{}') return setAdvice([]);
    let isWanted = true;
    const timer = setTimeout(async () => {
      const { data } = await client.query(adviceDocument, { id: id ?? null, input: changes });
      if (data && isWanted) setAdvice(data.questionAdvice ?? []);
    }, pauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, key]);
  return advice;
}

export function AdviceList({ id, advice }: { id?: string; advice: readonly Advice[] }) {
  return (
    <span id={id} aria-live="polite">
      {advice.map(({ severity, message, question }) => (
        <span key={message} class={`advice ${severity}`}>
          {message}{' '}
          {question && (
            <a href={addressOf(`/questions/${question.id}`)} target="_blank" rel="noopener">
              Open it<span class="hidden">: {question.questionText}</span>
            </a>
          )}
        </span>
      ))}
    </span>
  );
}

/** A duplicate concerns the text. */
export function concerns({ fieldName, question }: Advice, name: string): boolean {
  if (!fieldName && question) return name === 'questionText';
  return fieldName === name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
