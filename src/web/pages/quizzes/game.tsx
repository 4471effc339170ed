import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { CategoryTag, LevelTag, showNumber } from '../../parts/labels.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { GameQuestion } from './game-question.tsx';

const sessionDocument = graphql(`
  query QuizSession($id: ID!) {
    quizSession(id: $id) {
      length
      score
      answered
      remaining
      unanswered {
        id
        questionText
        choices
        category
        difficulty
        topicFocus
      }
    }
  }
`);

const drawDocument = graphql(`
  mutation DrawQuestion($id: ID!) {
    drawQuestions(sessionId: $id, count: 1) {
      questions {
        id
        questionText
        choices
        category
        difficulty
        topicFocus
      }
      remaining
    }
  }
`);

const answerDocument = graphql(`
  mutation AnswerQuestion($id: ID!, $input: QuizAnswerInput!) {
    submitAnswer(sessionId: $id, input: $input) {
      correct
      correctAnswer
      acceptedAsName
      score
      answered
    }
  }
`);

type Drawn = NonNullable<ResultOf<typeof drawDocument>['drawQuestions']>['questions'][number];
type Verdict = NonNullable<ResultOf<typeof answerDocument>['submitAnswer']>;

interface Turn {
  readonly question: Drawn;
  readonly given: string;
  readonly verdict: Verdict;
}

interface Standing {
  readonly score: number;
  readonly answered: number;
  /** Questions that can still be drawn. */
  readonly remaining: number;
}

/** One session: draw, answer, see what was right, and so on to the score. It goes on after a reload. */
export function Game({ id }: { id: string }) {
  const [standing, setStanding] = useState<Standing>();
  const [question, setQuestion] = useState<Drawn>();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [verdict, setVerdict] = useState<Verdict>();
  const [failure, setFailure] = useState<unknown>();
  const begunAt = useRef(0);
  const [isDrawing, setDrawing] = useState(false);

  const show = (drawn: Drawn | undefined) => {
    begunAt.current = performance.now();
    setVerdict(undefined);
    setQuestion(drawn);
  };
  const next = async (at: Standing) => {
    setDrawing(true);
    const { data, error } = await client.mutation(drawDocument, { id });
    setDrawing(false);
    setFailure(error);
    if (!data?.drawQuestions) return;
    setStanding({ ...at, remaining: data.drawQuestions.remaining });
    show(data.drawQuestions.questions[0]);
  };
  const resume = async () => {
    const options = { requestPolicy: 'network-only' } as const;
    const { data, error } = await client.query(sessionDocument, { id }, options);
    setFailure(error);
    const session = data?.quizSession;
    if (!session) return;
    setStanding(session);
    const [open] = session.unanswered;
    if (open) show(open);
    else if (session.remaining > 0) await next(session);
  };
  useEffect(() => void resume(), [id]);

  const answer = async (given: string) => {
    if (!question || !standing) return;
    const timeMs = Math.round(performance.now() - begunAt.current);
    const input = { questionId: question.id, answer: given, timeMs };
    const { data, error } = await client.mutation(answerDocument, { id, input });
    setFailure(error);
    if (!data?.submitAnswer) return;
    const { score, answered } = data.submitAnswer;
    setStanding({ ...standing, score, answered });
    setVerdict(data.submitAnswer);
    setTurns([...turns, { question, given, verdict: data.submitAnswer }]);
  };
  if (!standing) {
    return failure === undefined ? (
      <Skeleton lines={6} />
    ) : (
      <Lost failure={failure} onRetry={resume} />
    );
  }
  const total = standing.answered + standing.remaining + (question && !verdict ? 1 : 0);
  const isOver = standing.remaining === 0 && (!question || verdict !== undefined);
  return (
    <div class="card game">
      <p class="standing" aria-live="polite">
        <span>
          {question && !verdict
            ? `Question ${showNumber(standing.answered + 1)} of ${showNumber(total)}`
            : `${showNumber(standing.answered)} of ${showNumber(total)} answered`}
        </span>
        <span>
          Score <strong>{showNumber(standing.score)}</strong>
        </span>
      </p>
      <progress
        aria-label="Questions answered"
        value={standing.answered}
        max={Math.max(1, total)}
      />
      {failure !== undefined && <ErrorNote error={failure} />}
      {question && (
        <>
          <p class="tags">
            <CategoryTag category={question.category} />
            <LevelTag level={question.difficulty} />
            {question.topicFocus && <span class="tag">{question.topicFocus}</span>}
          </p>
          <GameQuestion
            key={question.id}
            question={question}
            verdict={verdict}
            onAnswer={answer}
            isDrawing={isDrawing}
            // A question may have been drawn although its answer was lost: the session has it.
            onNext={isOver ? undefined : () => (failure ? resume() : next(standing))}
          />
        </>
      )}
      {isOver && <Result standing={standing} turns={turns} />}
    </div>
  );
}

function Lost({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return (
    <>
      <ErrorNote error={failure} onRetry={onRetry} />
      <p>
        Sessions end after a day. <a href="#/quizzes/play">Begin a new one</a>
      </p>
    </>
  );
}

function Result({
  standing: { score, answered },
  turns,
}: {
  standing: Standing;
  turns: readonly Turn[];
}) {
  const missed = turns.filter(({ verdict }) => !verdict.correct);
  const heading = useRef<HTMLHeadingElement>(null);
  // On small screens it is below what is in view.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="result" class="stack">
      <h2 id="result" ref={heading} tabIndex={-1}>
        {showNumber(score)} of {showNumber(answered)} right
      </h2>
      {missed.length > 0 && (
        <ul class="findings">
          {missed.map(({ question, given, verdict }) => (
            <li key={question.id} class="warning">
              <p dir="auto">{question.questionText}</p>
              <p class="answer" dir="auto">
                You said {given}. Right is {verdict.correctAnswer}.
              </p>
            </li>
          ))}
        </ul>
      )}
      <div class="buttons start">
        <a class="button" href="#/quizzes/play">
          Play again
        </a>
      </div>
    </section>
  );
}
