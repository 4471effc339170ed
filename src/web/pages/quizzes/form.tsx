import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showDate, showNumber } from '../../parts/labels.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { changeQuery, type Place } from '../../router.ts';
import { builderAddress, isBuildable } from './form-draft.ts';
import { FormFiles } from './form-files.tsx';
import { FormOutcome } from './form-outcome.tsx';
import { PlayerSheet, QuestionSheet } from './form-sheets.tsx';
import { sizeOf } from './form-size.ts';
import { type Outcome, useOutcome } from './use-outcome.ts';

const sheetsDocument = graphql(`
  query FormSheets($id: ID!, $key: Boolean) {
    form(id: $id, key: $key) {
      id
      forms {
        number
        questions {
          id
          version
          questionText
          choices
          correctAnswer
          category
          difficulty
          topicFocus
        }
      }
    }
  }
`);

/** One assembly: its parallel forms, as their author and as a player sees them. */
export function FormPage({ place }: { place: Place }) {
  const id = place.path.split('/')[3] ?? '';
  return (
    <>
      <a class="back" href="#/quizzes">
        ← All quizzes
      </a>
      <ScopeGate scope="quizzes:read" purpose="see forms">
        <Assembly id={id} query={place.query} />
      </ScopeGate>
    </>
  );
}

function Assembly({ id, query }: { id: string; query: URLSearchParams }) {
  const { outcome, error, reload } = useOutcome(id);
  const mayBuild = useScope('quizzes:write');
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!outcome) return <Skeleton lines={10} />;
  const { name, request, seed, status, candidateCount, createdAt } = outcome;
  const hasForms = status === 'OPTIMAL' || status === 'FEASIBLE';
  return (
    <>
      <div class="heading">
        <h1>{name ?? 'Form without a name'}</h1>
        {mayBuild && isBuildable(request) && (
          <a class="button quiet" href={builderAddress(outcome)}>
            {hasForms ? 'Build another like it' : 'Change the blueprint'}
          </a>
        )}
      </div>
      <p class="muted">
        {sizeOf(request)}
        {candidateCount !== null && ` out of ${showNumber(candidateCount)}`}, seed{' '}
        <code>{seed}</code>, {showDate(createdAt)}
      </p>
      <FormOutcome outcome={outcome} />
      {hasForms && <Sheets outcome={outcome} query={query} />}
    </>
  );
}

function Sheets({ outcome, query }: { outcome: Outcome; query: URLSearchParams }) {
  const { id } = outcome;
  const mayReadKey = useScope('questions:read');
  const isPreview = query.get('view') === 'player';
  // A player's page never has the key, so neither has its preview.
  const key = mayReadKey && !isPreview;
  const { data, error, isLoading, reload } = useQuery(sheetsDocument, { id, key });
  const forms = data?.form?.forms ?? [];
  const number = Number(query.get('number')) || 1;
  const form = forms.find((each) => each.number === number) ?? forms[0];
  return (
    <>
      <FormFiles outcome={outcome} mayReadKey={mayReadKey} />
      <div class="views">
        <Choice
          label="View"
          options={[
            ['', 'Questions'],
            ['player', 'As a player'],
          ]}
          chosen={isPreview ? 'player' : ''}
          onChange={(view) => changeQuery({ view })}
        />
        {forms.length > 1 && (
          <Choice
            label="Form"
            options={forms.map((each) => [String(each.number), `Form ${each.number}`] as const)}
            chosen={String(form?.number)}
            onChange={(chosen) => changeQuery({ number: chosen })}
          />
        )}
      </div>
      {error && <ErrorNote error={error} onRetry={reload} />}
      {(!form || isLoading) && !error && <Skeleton lines={12} />}
      {form && !isLoading && isPreview && <PlayerSheet questions={form.questions} />}
      {form && !isLoading && !isPreview && <QuestionSheet questions={form.questions} />}
    </>
  );
}

/** Of several views, the one that is open. */
function Choice(props: {
  label: string;
  options: readonly (readonly [value: string, name: string])[];
  chosen: string;
  onChange: (value: string) => void;
}) {
  const { label, options, chosen, onChange } = props;
  return (
    <fieldset class="chips">
      <legend class="hidden">{label}</legend>
      {options.map(([value, name]) => (
        <label key={value} class="chip">
          <input
            type="radio"
            name={label}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
