import { useEffect, useState } from 'preact/hooks';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { showDate, showNumber } from '../../parts/labels.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { DataTable } from '../../report/data-table.tsx';
import { Figure } from '../../report/figure.tsx';
import { QuestionText } from '../../report/question-text.tsx';
import { ReportContext, useQuestions } from '../../report/report-context.ts';
import type { ReportQuestion } from '../../report/report-data.ts';
import { countOf, inWords, showShare } from '../../report/words.ts';
import { addressOf } from '../../router.ts';
import { BackLink } from './back-link.tsx';
import { readQuestions } from './read-questions.ts';

const compareDocument = graphql(`
  query CompareRuns($id: ID!, $other: ID!) {
    compareAnalyses(id: $id, other: $other) {
      earlier {
        id
        createdAt
      }
      later {
        id
        createdAt
        analysisTypeName
      }
      score {
        before
        after
        change
      }
      summary {
        figure
        before
        after
        change
      }
      newCount
      new {
        questionId
        reasons
      }
      goneCount
      gone {
        questionId
        reasons
      }
      unchanged
      warnings {
        code
        detail
      }
    }
  }
`);

type Comparison = NonNullable<ResultOf<typeof compareDocument>['compareAnalyses']>;

/** Of each list: two pages of questions. */
const maxFlags = 200;

/** Two runs of the same analysis: what is new, what is resolved, how the figures moved. */
export function AnalysisCompare({ id, other }: { id: string; other: string }) {
  const { data, error, reload } = useQuery(compareDocument, { id, other });
  const found = data?.compareAnalyses;
  const [questions, setQuestions] = useState<Record<string, ReportQuestion>>();
  useEffect(() => {
    const flags = [
      ...(found?.new ?? []).slice(0, maxFlags),
      ...(found?.gone ?? []).slice(0, maxFlags),
    ];
    // Without their texts, questions are listed as deleted: better than no comparison.
    readQuestions(flags.map(({ questionId }) => questionId)).then(setQuestions, () =>
      setQuestions({}),
    );
  }, [found]);
  if (error)
    return (
      <>
        <BackLink />
        <h1>The runs cannot be compared</h1>
        <ErrorNote error={error} onRetry={reload} />
      </>
    );
  if (!found || !questions) return <Skeleton lines={12} />;
  return (
    <ReportContext.Provider value={{ base: '', isFile: false, questions }}>
      <BackLink />
      <article class="report">
        <header>
          <p class="muted">Two runs compared: {inWords(found.later.analysisTypeName)}</p>
          <h1>
            {countOf(found.newCount, 'new finding')},{' '}
            {countOf(found.goneCount, 'resolved', 'resolved')}, {showNumber(found.unchanged)}{' '}
            unchanged.
          </h1>
          <p class="muted">
            <a href={addressOf(`/analyses/${found.earlier.id}`)}>
              {showDate(found.earlier.createdAt)}
            </a>
            {' → '}
            <a href={addressOf(`/analyses/${found.later.id}`)}>{showDate(found.later.createdAt)}</a>
          </p>
        </header>
        {found.warnings.map(({ code, detail }) => (
          <p key={code + detail} class="note warning">
            <strong>Note:</strong> {detail}
          </p>
        ))}
        <Figure title="Figures" reading={scoreWords(found)}>
          <DataTable
            caption="Figures of both runs"
            rows={found.summary}
            columns={[
              { title: 'Figure', value: ({ figure }) => inWords(figure) },
              { title: 'Before', value: ({ before }) => before },
              { title: 'After', value: ({ after }) => after },
              { title: 'Change', value: ({ change }) => change },
            ]}
          />
        </Figure>
        <Flags title="New findings" flags={found.new} total={found.newCount} />
        <Flags title="Resolved findings" flags={found.gone} total={found.goneCount} />
      </article>
    </ReportContext.Provider>
  );
}

interface FlagsProps {
  readonly title: string;
  readonly flags: Comparison['new'];
  readonly total: number;
}

function Flags({ title, flags, total }: FlagsProps) {
  const questions = useQuestions();
  return (
    <Figure title={title}>
      <DataTable
        caption={title}
        rows={flags.slice(0, maxFlags)}
        total={total}
        empty="None."
        columns={[
          {
            title: 'Question',
            value: ({ questionId }) => questions[questionId]?.question_text ?? '',
            show: ({ questionId }) => <QuestionText id={questionId} />,
          },
          { title: 'Reasons', value: ({ reasons }) => reasons.map(inWords).join(', ') },
        ]}
      />
    </Figure>
  );
}

function scoreWords({ score }: Comparison): string {
  if (score?.before == null || score.after == null) return 'One of the runs has no score.';
  const change = (score.change ?? 0) * 100;
  if (change === 0) return `The score did not change: ${showShare(score.after)}.`;
  const moved = `${change > 0 ? 'rose' : 'fell'} by ${Math.abs(change).toFixed(1)} points`;
  return `The score ${moved}: from ${showShare(score.before)} to ${showShare(score.after)}.`;
}
