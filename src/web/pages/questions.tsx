import { useState } from 'preact/hooks';
import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { CategoryTag, LevelTag, showNumber } from '../parts/labels.tsx';
import { Pager } from '../parts/pager.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { addressOf, type Place } from '../router.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Chosen } from './bulk-changes.ts';
import { FoundTag, useFound } from './found-tag.tsx';
import { isFiltered, readCriteria, toFilter } from './list-criteria.ts';
import { ListFilters } from './list-filters.tsx';
import { ListTools } from './list-tools.tsx';
import { NewQuestion } from './new-question.tsx';
import { Question } from './question.tsx';

const pageSize = 20;

const listDocument = graphql(`
  query Questions($filter: QuestionFilter, $sort: QuestionSort, $first: Int, $offset: Int) {
    questions(filter: $filter, sort: $sort, first: $first, offset: $offset) {
      nodes {
        id
        questionText
        correctAnswer
        category
        difficulty
        topicFocus
      }
      page {
        total
        offset
        hasMore
      }
    }
  }
`);

/** The list, and on wide screens the open question beside it. */
export function Questions({ place }: { place: Place }) {
  const { query } = place;
  const opened = place.path.split('/')[2];
  const offset = Number(query.get('offset') ?? 0) || 0;
  const given = readCriteria(query);
  const found = useFound();
  const rule = found.rules.find((each) => each.rule === given.found);
  const criteria = given.found ? { ...given, ids: rule?.questionIds ?? [] } : given;
  // Without ids, all questions would match.
  const isEmpty = given.found !== '' && criteria.ids.length === 0;
  const { data, error, isLoading, reload } = useQuery(
    listDocument,
    {
      filter: toFilter(criteria),
      sort: criteria.search ? null : 'UPDATED_AT_DESC',
      first: pageSize,
      offset,
    },
    !isEmpty,
  );
  /** By id; kept from page to page. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const page = isEmpty ? undefined : data?.questions.page;
  const nodes = isEmpty ? [] : (data?.questions.nodes ?? []);
  const choose = (questions: readonly Chosen[], isWanted: boolean) => {
    const next = new Map(chosen);
    for (const question of questions) {
      if (isWanted) next.set(question.id, question);
      else next.delete(question.id);
    }
    setChosen(next);
  };
  const isAllChosen = nodes.length > 0 && nodes.every(({ id }) => chosen.has(id));
  const current = nodes.find(({ id }) => id === opened);
  useListKeys(
    nodes.map(({ id }) => id),
    opened,
    query,
    current && (() => choose([current], !chosen.has(current.id))),
  );
  const back = addressOf('/questions', { ...Object.fromEntries(query), tab: undefined });
  return (
    <div class={opened ? 'split open' : 'split'}>
      <section class="list" aria-label="Questions">
        <div class="heading">
          <h1>Questions</h1>
          <ListTools criteria={criteria} chosen={[...chosen.keys()]} />
        </div>
        <ListFilters criteria={criteria} />
        {error && <ErrorNote error={error} onRetry={reload} />}
        {!data && !error && !isEmpty && <Skeleton lines={12} />}
        {isEmpty && <NothingFound isKnown={found.isKnown} />}
        {rule && rule.questions > criteria.ids.length && (
          <p class="muted">
            The first {showNumber(criteria.ids.length)} of {showNumber(rule.questions)} questions.
            Mend them and <a href={addressOf('/analyses/run/quality')}>check again</a> for the next.
          </p>
        )}
        {page && page.total > 0 && (
          <label class="chooser muted">
            <input
              type="checkbox"
              checked={isAllChosen}
              onChange={() => choose(nodes, !isAllChosen)}
              aria-label="Choose all on this page"
            />
            <span aria-live="polite" aria-busy={isLoading}>
              {page.total === 1 ? '1 question' : `${showNumber(page.total)} questions`}
            </span>
          </label>
        )}
        <BulkBar
          chosen={[...chosen.values()]}
          onClear={() => setChosen(new Map())}
          onChange={reload}
        />
        {page?.total === 0 && <NoQuestions isFiltered={isFiltered(criteria)} />}
        <ul class="rows choosable">
          {nodes.map((question) => (
            <li key={question.id}>
              <input
                type="checkbox"
                aria-label={`Choose: ${question.questionText}`}
                checked={chosen.has(question.id)}
                onChange={() => choose([question], !chosen.has(question.id))}
              />
              <a
                href={addressOf(`/questions/${question.id}`, Object.fromEntries(query))}
                aria-current={question.id === opened ? 'true' : undefined}
              >
                <span class="text" dir="auto">
                  {question.questionText}
                </span>
                <span class="answer" dir="auto">
                  {question.correctAnswer}
                </span>
                <span class="tags">
                  <CategoryTag category={question.category} />
                  <LevelTag level={question.difficulty} />
                  {question.topicFocus && <span class="tag">{question.topicFocus}</span>}
                  <FoundTag found={found.reasonsById.get(question.id)} />
                </span>
              </a>
            </li>
          ))}
        </ul>
        {page && <Pager offset={offset} size={pageSize} page={page} />}
      </section>
      {opened === 'new' && <NewQuestion back={back} onSave={reload} />}
      {opened && opened !== 'new' && (
        <Question
          key={opened}
          id={opened}
          tab={query.get('tab') ?? 'findings'}
          back={back}
          onChange={reload}
        />
      )}
    </div>
  );
}

function NothingFound({ isKnown }: { isKnown: boolean }) {
  const mayRead = useScope('analysis:read');
  if (mayRead && !isKnown) return <Skeleton lines={12} />;
  return (
    <p class="empty">
      {mayRead
        ? 'The last check of quality found no such question. '
        : 'Sign in with an account that may see analyses to list what they found. '}
      <a href="#/questions">Show all questions</a>
    </p>
  );
}

function NoQuestions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div class="empty">
      {isFiltered ? (
        <p>
          No question matches. <a href="#/questions">Clear all filters</a>
        </p>
      ) : (
        <p>
          The bank is empty. <a href="#/import">Import a file</a>, or{' '}
          <a href="#/questions/new">write the first question</a>.
        </p>
      )}
    </div>
  );
}

/** j and k move through the list, x chooses, Esc closes the question. */
function useListKeys(
  ids: readonly string[],
  opened: string | undefined,
  query: URLSearchParams,
  toggle: (() => void) | undefined,
) {
  const at = opened ? ids.indexOf(opened) : -1;
  const open = (id: string | undefined) => {
    if (id) location.hash = addressOf(`/questions/${id}`, Object.fromEntries(query));
  };
  useKeys({
    j: () => open(ids[at + 1]),
    k: () => open(ids[at - 1]),
    x: toggle,
    Escape: opened
      ? () => {
          location.hash = addressOf('/questions', { ...Object.fromEntries(query), tab: undefined });
        }
      : undefined,
  });
}
