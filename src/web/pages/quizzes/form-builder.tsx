import { useEffect, useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { categoryKeys, levelKeys, showNumber } from '../../parts/labels.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf, changeQuery, type Place, readPlace, useIsOpen } from '../../router.ts';
import { assembleDocument } from './assemble.ts';
import { BlueprintGrid } from './blueprint-grid.tsx';
import {
  cellName,
  draftOf,
  type FormDraft,
  inputOf,
  marksOf,
  type Rule,
  readDraft,
  rules,
  writeDraft,
} from './form-draft.ts';
import { FormOutcome } from './form-outcome.tsx';
import { FormSettings } from './form-settings.tsx';
import { isFinished } from './form-status.tsx';
import { otherName } from './other-quotas.ts';
import { type Outcome, useOutcome } from './use-outcome.ts';

const availableDocument = graphql(`
  query Available($filter: QuestionFilter) {
    questionCounts(by: [CATEGORY, DIFFICULTY], filter: $filter) {
      groups {
        category
        difficulty
        count
      }
      total
    }
  }
`);

export function FormBuilder({ place }: { place: Place }) {
  return (
    <>
      <a class="back" href="#/quizzes">
        ← All quizzes
      </a>
      <h1>Build a form</h1>
      <ScopeGate scope="quizzes:write" purpose="build forms">
        <Builder place={place} />
      </ScopeGate>
    </>
  );
}

function Builder({ place: { query } }: { place: Place }) {
  const draft = readDraft(query);
  const attempted = query.get('form') ?? undefined;
  const { outcome, error: lost } = useOutcome(attempted);
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const isOpen = useIsOpen();
  const search = draft.search.trim();
  const counts = useQuery(availableDocument, { filter: search ? { search } : {} });
  const change = (changes: Partial<FormDraft>) =>
    changeQuery(writeDraft({ ...draft, ...changes }), true);

  useEffect(() => {
    if (!outcome || outcome.id !== pending || !isFinished(outcome.status)) return;
    setPending(undefined);
    if (outcome.status === 'OPTIMAL' || outcome.status === 'FEASIBLE')
      location.hash = addressOf(`/quizzes/forms/${outcome.id}`);
    else document.getElementById('outcome')?.scrollIntoView({ block: 'nearest' });
  }, [outcome?.status, pending]);

  const assemble = async (event: SubmitEvent) => {
    event.preventDefault();
    setPending('');
    setFailure(undefined);
    // Enter in a field changes the address just before: this draft is one behind.
    const input = inputOf(readDraft(readPlace().query));
    const { data, error } = await client.mutation(assembleDocument, { input });
    const id = data?.assembleForms?.id;
    setPending(id);
    setFailure(error);
    if (id && isOpen()) changeQuery({ form: id }, true);
  };
  const marks = outcome ? currentMarks(outcome, draft) : new Set<string>();
  const isBusy = pending !== undefined;
  const total = counts.data?.questionCounts?.total;
  const spread = () => change({ cells: spreadOver(draft.length), rule: 'exactly' });
  // What contradicts itself is known before anything is shown, so that nothing moves.
  if (attempted && !outcome && !lost && !isBusy) return <Skeleton lines={14} />;
  return (
    <form onSubmit={assemble}>
      <div id="outcome">
        {failure !== undefined && <ErrorNote error={failure} />}
        {lost && <ErrorNote error={lost} />}
        {outcome && isWorthShowing(outcome, isBusy) && <FormOutcome outcome={outcome} />}
      </div>
      <div class="builder">
        <section class="card plan" aria-labelledby="blueprint">
          <div class="heading">
            <h2 id="blueprint">Blueprint</h2>
            <label class="inline">
              Each form has{' '}
              <select
                value={draft.rule}
                onChange={(event) => change({ rule: event.currentTarget.value as Rule })}
              >
                {Object.entries(rules).map(([key, words]) => (
                  <option key={key} value={key}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {counts.error && <ErrorNote error={counts.error} onRetry={counts.reload} />}
          <BlueprintGrid
            draft={draft}
            groups={counts.data?.questionCounts?.groups}
            marks={marks}
            onChange={(cells) => change({ cells })}
          />
          <div class="buttons start">
            <button type="button" class="quiet" onClick={spread}>
              Spread evenly
            </button>
            <button
              type="button"
              class="quiet"
              disabled={Object.keys(draft.cells).length === 0}
              onClick={() => change({ cells: {} })}
            >
              Clear
            </button>
          </div>
        </section>
        <FormSettings draft={draft} marks={marks} onChange={change} />
        <div class="submit">
          <p class="muted" aria-live="polite">
            {draft.forms > 1 && `${showNumber(draft.forms)} forms of `}
            {showNumber(draft.length)} questions
            {total !== undefined && `, out of ${showNumber(total)}`}
          </p>
          <button type="submit" disabled={isBusy}>
            {isBusy ? 'Assembling…' : 'Assemble'}
          </button>
        </div>
      </div>
    </form>
  );
}

/** Forms that were found are shown on their own page. */
function isWorthShowing({ status }: Outcome, isBusy: boolean): boolean {
  return isBusy || status === 'INFEASIBLE' || status === 'FAILED';
}

/** What contradicted itself, as far as it has not been changed since. */
function currentMarks(outcome: Outcome, draft: FormDraft): ReadonlySet<string> {
  const attempt = draftOf(outcome.request);
  const isSame: Record<string, boolean> = {
    '/length': attempt.length === draft.length,
    '/max_per_topic': attempt.maxPerTopic === draft.maxPerTopic,
    '/avoid_duplicates': attempt.avoidDuplicates === draft.avoidDuplicates,
    '/overlap': attempt.overlap === draft.overlap && attempt.forms === draft.forms,
  };
  const isCurrent = (mark: string) => {
    const pair = /^\/enemies\/(\d+)$/.exec(mark)?.[1];
    if (pair) return String(attempt.enemies[Number(pair)]) === String(draft.enemies[Number(pair)]);
    const count = (of: FormDraft) => of.others.find((each) => otherName(each) === mark)?.count;
    if (count(attempt) !== undefined) return count(attempt) === count(draft);
    return isSame[mark] ?? attempt.cells[mark] === draft.cells[mark];
  };
  const marks = marksOf(outcome.conflictPointers, outcome.request);
  return new Set([...marks].filter(isCurrent));
}

function spreadOver(length: number): Record<string, number> {
  const cells = categoryKeys.flatMap((category) => levelKeys.map((level) => ({ category, level })));
  const share = (index: number) =>
    Math.floor(((index + 1) * length) / cells.length) - Math.floor((index * length) / cells.length);
  return Object.fromEntries(
    cells.map((cell, index) => [cellName(cell), share(index)] as const).filter(([, n]) => n > 0),
  );
}
