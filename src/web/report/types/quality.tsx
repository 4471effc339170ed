import type { QualityFinding, QualityResult } from '../../../analyses/types/quality/schema.ts';
import { categories, categoryKeys } from '../../parts/labels.tsx';
import { BarChart } from '../bar-chart.tsx';
import { DataTable } from '../data-table.tsx';
import { Figure } from '../figure.tsx';
import { MaybeLink, QuestionText } from '../question-text.tsx';
import { useLinks, useQuestions } from '../report-context.ts';
import type { ReportType } from '../report-type.ts';
import { Underlined } from '../underlined.tsx';
import { capitalized, countOf, inWords, showFigure, showShare } from '../words.ts';

type Item = QualityResult['items'][number];

const worstShown = 20;
/** Results list flagged questions, which have an error or a warning. */
const hintsAlone = 'hints alone';

export const qualityReport: ReportType<QualityResult> = {
  headline: ({ summary, rules }) => {
    if (summary.evaluated === 0) return 'There are no questions to check.';
    if (summary.findings === 0) return 'No rule found anything to improve.';
    const [first] = rules;
    const most = first ? `; most often: ${inWords(first.rule)} (${first.questions})` : '';
    if (summary.flagged === 0)
      return `No question has an error or a warning; ${countOf(summary.infos, 'hint')}${most}.`;
    return `${countOf(summary.flagged, 'question needs', 'questions need')} a look, ${showShare(summary.flagged_share)} of the bank${most}.`;
  },
  questionIds: ({ items }) => items.map(({ question_id }) => question_id),
  Body: ({ result: { rules, items, summary } }) => {
    const links = useLinks();
    const broken = rules.filter(({ findings }) => findings > 0);
    return (
      <>
        <Figure
          title="Findings by rule"
          reading={`${countOf(summary.errors, 'error')}, ${countOf(summary.warnings, 'warning')} and ${countOf(summary.infos, 'hint')}. Colors are the categories of the questions${summary.infos > 0 ? '; gray: questions with hints alone' : ''}.`}
        >
          {broken.length > 0 && <Rules rules={broken} items={items} />}
          <DataTable
            caption="Findings by rule"
            rows={broken}
            empty="No rule found anything."
            columns={[
              { title: 'Rule', value: ({ rule }) => capitalized(inWords(rule)) },
              { title: 'Severity', value: ({ severity }) => severity },
              { title: 'Findings', value: ({ findings }) => findings },
              {
                title: 'Questions',
                value: ({ questions }) => questions,
                show: ({ questions, question_ids: ids = [] }) => (
                  <MaybeLink href={ids.length > 0 ? links.questions({ ids }) : undefined}>
                    {showFigure(questions)}
                  </MaybeLink>
                ),
              },
              {
                title: 'Share',
                value: ({ share }) => share,
                show: ({ share }) => showShare(share),
              },
              { title: 'Why it matters', value: ({ why = '' }) => why },
            ]}
          />
        </Figure>
        <Figure
          title={items.length > worstShown ? `The worst ${worstShown} questions` : 'The questions'}
          reading="Underlined: the place that a finding is about."
        >
          <ol class="worst">
            {items.slice(0, worstShown).map((item) => (
              <Worst key={item.question_id} item={item} />
            ))}
          </ol>
          {items.length === 0 && (
            <p class="empty">
              No question has an error or a warning.
              {summary.infos > 0 && ' The numbers above lead to those with hints.'}
            </p>
          )}
        </Figure>
      </>
    );
  },
};

/** Bars of the questions by rule, divided by their category where all of them are known. */
function Rules({ rules, items }: { rules: QualityResult['rules']; items: readonly Item[] }) {
  const questions = useQuestions();
  const bars = rules.slice(0, 15).flatMap(({ rule, questions: total }) => {
    const name = capitalized(inWords(rule));
    const known = items
      .filter(({ findings }) => findings.some((finding) => finding.rule === rule))
      .map(({ question_id }) => questions[question_id]?.category);
    const parts = categoryKeys.map((key) => ({
      name,
      part: categories[key],
      color: `var(--${key.toLowerCase()})`,
      value: known.filter((category) => category === categories[key]).length,
    }));
    const rest = total - parts.reduce((sum, { value }) => sum + value, 0);
    const others = { name, part: hintsAlone, color: 'var(--strong-line)', value: rest };
    return [...parts, others].filter(({ value }) => value > 0);
  });
  const seen = categoryKeys.filter((key) => bars.some(({ part }) => part === categories[key]));
  return (
    <>
      <ul class="legend">
        {seen.map((key) => (
          <li key={key} class={`swatch ${key.toLowerCase()}`}>
            {categories[key]}
          </li>
        ))}
        {bars.some(({ part }) => part === hintsAlone) && <li class="swatch">Hints alone</li>}
      </ul>
      <BarChart label="Questions by rule and category" bars={bars} axis="Questions" />
    </>
  );
}

function Worst({ item: { question_id, findings } }: { item: Item }) {
  const question = useQuestions()[question_id];
  const inText = findings.filter(({ field }) => field === 'question_text');
  const others = question ? findings.filter(({ field }) => field !== 'question_text') : [];
  return (
    <li>
      <p>
        <QuestionText id={question_id}>
          {question && (
            <Underlined text={question.question_text} spans={inText.map(({ span }) => span)} />
          )}
        </QuestionText>
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.rule}${finding.span}${finding.index}`} class={finding.severity}>
            <span class="badge">{finding.severity}</span> {finding.message}
            {finding.suggestion !== undefined && (
              <span class="muted">
                {' '}
                Suggested: <span dir="auto">{finding.suggestion}</span>
              </span>
            )}
            {others.includes(finding) && question && (
              <span class="answer" dir="auto">
                {inWords(finding.field)}:{' '}
                <Underlined text={fieldOf(question, finding)} spans={[finding.span]} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

type Question = ReturnType<typeof useQuestions>[string];

function fieldOf(question: Question, { field, index }: QualityFinding): string {
  if (field === 'correct_answer') return question.correct_answer;
  return question.incorrect_answers[index ?? 0] ?? '';
}
