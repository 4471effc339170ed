import { useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
  levels,
  showNumber,
} from '../../parts/labels.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import { Stepper } from '../../parts/stepper.tsx';
import { addressOf, type Place, useIsOpen } from '../../router.ts';
import { Game } from './game.tsx';

const beginDocument = graphql(`
  mutation BeginQuiz($input: QuizSessionInput) {
    createQuizSession(input: $input) {
      id
    }
  }
`);

const countDocument = graphql(`
  query Playable($filter: QuestionFilter) {
    questionCounts(by: [CATEGORY], filter: $filter) {
      total
    }
  }
`);

/** A quiz for one player: choose what it is about, then answer one question after the other. */
export function Play({ place }: { place: Place }) {
  const session = place.path.split('/')[3];
  return (
    <>
      <a class="back" href="#/quizzes">
        ← All quizzes
      </a>
      <h1>Play a quiz</h1>
      <ScopeGate scope="quizzes:play" purpose="play">
        {session ? <Game key={session} id={session} /> : <Begin />}
      </ScopeGate>
    </>
  );
}

function Begin() {
  const [category, setCategory] = useState<readonly Category[]>([]);
  const [difficulty, setDifficulty] = useState<readonly Level[]>([]);
  const [length, setLength] = useState(10);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isOpen = useIsOpen();
  // Players who may not read questions do not learn how many there are.
  const mayCount = useScope('questions:read');
  const filter = {
    ...(category.length > 0 && { category: [...category] }),
    ...(difficulty.length > 0 && { difficulty: [...difficulty] }),
  };
  const isChosen = category.length + difficulty.length > 0;
  const { data } = useQuery(countDocument, { filter }, mayCount);
  const total = data?.questionCounts?.total;
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const input = { length, criteria: filter };
    const result = await client.mutation(beginDocument, { input });
    setBusy(false);
    setFailure(result.error);
    const id = result.data?.createQuizSession?.id;
    if (id && isOpen()) location.hash = addressOf(`/quizzes/play/${id}`);
  };
  return (
    <form class="card game" onSubmit={begin}>
      {failure !== undefined && <ErrorNote error={failure} />}
      <Chips
        legend="Categories"
        names={categories}
        keys={categoryKeys}
        chosen={category}
        onChange={setCategory}
      />
      <Chips
        legend="Levels"
        names={levels}
        keys={levelKeys}
        chosen={difficulty}
        onChange={setDifficulty}
      />
      <div class="setting">
        <span>Questions</span>
        <Stepper
          label="Questions"
          value={length}
          min={1}
          max={100}
          onChange={(value) => value !== undefined && setLength(value)}
        />
      </div>
      <div class="submit">
        <p class="muted" aria-live="polite">
          {total === 0 && isChosen && 'No question matches. Choose other categories or levels.'}
          {total === 0 && !isChosen && (
            <>
              There are no questions yet. <a href="#/import">Import some</a>
            </>
          )}
          {!!total && `Out of ${showNumber(total)} questions`}
        </p>
        <button type="submit" disabled={isBusy || total === 0}>
          Start
        </button>
      </div>
    </form>
  );
}

/** Some of a few names; none means all. */
function Chips<Key extends string>(props: {
  legend: string;
  names: Readonly<Record<Key, string>>;
  keys: readonly Key[];
  chosen: readonly Key[];
  onChange: (chosen: readonly Key[]) => void;
}) {
  const { legend, names, keys, chosen, onChange } = props;
  return (
    <fieldset class="chips">
      <legend>{legend}: all, unless you choose some</legend>
      {keys.map((key) => (
        <label key={key} class="chip">
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={() =>
              onChange(
                chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key],
              )
            }
          />
          {names[key]}
        </label>
      ))}
    </fieldset>
  );
}
