import type { ComponentChildren } from 'preact';
import { useLinks, useQuestions } from './report-context.ts';

/** A question by its text, with a link to it where there can be one. */
export function QuestionText({ id, children }: { id: string; children?: ComponentChildren }) {
  const question = useQuestions()[id];
  const href = useLinks().question(id);
  if (!question) return <span class="muted">(deleted question)</span>;
  const text = children ?? question.question_text;
  return (
    <MaybeLink href={href} class="question-text">
      {text}
    </MaybeLink>
  );
}

interface LinkProps {
  readonly href: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link where the workbench can be reached, else the text alone. */
export function MaybeLink({ href, children, ...rest }: LinkProps) {
  if (href === undefined)
    return (
      <span {...rest} dir="auto">
        {children}
      </span>
    );
  return (
    <a {...rest} href={href} dir="auto">
      {children}
    </a>
  );
}

/** The question and its answer. */
export function QuestionCell({ id }: { id: string }) {
  const question = useQuestions()[id];
  return (
    <>
      <QuestionText id={id} />
      {question && (
        <span class="answer" dir="auto">
          {question.correct_answer}
        </span>
      )}
    </>
  );
}
