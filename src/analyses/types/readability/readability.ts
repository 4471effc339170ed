import { groupDigits } from '../../../domain/naming.ts';
import {
  type AnalysisType,
  subProgress,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { figure, shareOf } from '../../kit/figures.ts';
import { minSentencesForSmog, type Scores, scoresOf } from '../../kit/readability/scores.ts';
import { countText, isReadable, type TextCounts } from '../../kit/readability/text-counts.ts';
import { loadWordFacts } from '../../kit/readability/word-facts.ts';
import { readabilityReport } from './report.ts';
import {
  type ReadabilityParameters,
  type ReadabilityResult,
  readabilityParameters,
  readabilityResult,
} from './schema.ts';
import { ScoreTable } from './score-table.ts';
import { distanceFromTarget } from './target.ts';

type Item = ReadabilityResult['items'][number];

/** Progress when every text has been scored; the rest is quantiles. */
const readingShare = 0.9;

export const readability: AnalysisType<ReadabilityParameters, ReadabilityResult> = {
  name: 'readability',
  title: 'Readability',
  description:
    'Can the audience read it? Computes standard readability formulas, as textstat does, and flags ' +
    'questions whose grade is clearly outside the target. The formulas were designed for English ' +
    'passages of at least 100 words: the grade of a single sentence is a rough estimate, so that it ' +
    'has to be far outside, and the quantiles of many are reliable. Only questions in Latin script ' +
    'are scored.',
  engineVersion: 3,
  parameters: readabilityParameters,
  result: readabilityResult,
  report: readabilityReport,
  describeParameters: ({ target_grade: [min, max], measure }) => ({
    target: `grade ${min} to ${max} (${measure.replaceAll('_', ' ')})`,
  }),
  // Nine scores and two group numbers of eight bytes, doubled while a column grows, and a sorted copy.
  bytesPerQuestion: 200,

  async run(questions, parameters, control) {
    const lookUp = await loadWordFacts();
    const table = new ScoreTable();
    const items: Item[] = [];
    let [scored, below, above] = [0, 0, 0];
    const reading = subProgress(control, 0, readingShare);
    const evaluated = await visitQuestions(questions, reading, (question) => {
      const { id, questionText } = question;
      const counts = countText(questionText, lookUp);
      const scores = isReadable(counts) ? scoresOf(counts) : null;
      const distance =
        scores === null
          ? 0
          : distanceFromTarget({ text: questionText, counts, scores }, parameters, lookUp);
      if (scores !== null) {
        table.add(question, counts, scores, distance !== 0);
        scored += 1;
      }
      if (distance < 0) below += 1;
      if (distance > 0) above += 1;
      if (keepsItem(parameters.items, distance !== 0)) {
        items.push({
          question_id: id,
          flagged: distance !== 0,
          score: figure(1 / (1 + Math.abs(distance))),
          reasons: reasonsOf(distance, scores),
          grade: scores === null ? null : figure(scores[parameters.measure]),
          counts: scores === null ? null : listCounts(counts),
          scores: scores === null ? null : listScores(scores),
        });
      }
    });

    const quantiles = table.summarize((share) => {
      throwIfAborted(control);
      control.progress(readingShare + (1 - readingShare) * share);
    });
    const [all] = quantiles;
    control.progress(1);
    return {
      summary: {
        ...summarize(evaluated, below + above),
        score: shareOf(scored - below - above, scored),
        scored,
        below_target: below,
        above_target: above,
        median_grade: all?.[parameters.measure].median ?? null,
        smog: all?.smog ?? null,
        quantiles,
      },
      items: sortItems(items),
      warnings: listWarnings(evaluated, scored, table),
    };
  },
};

function reasonsOf(distance: number, scores: Scores | null): string[] {
  if (scores === null) return ['not_scored'];
  return distance < 0 ? ['below_target'] : distance > 0 ? ['above_target'] : [];
}

function listCounts(counts: TextCounts): NonNullable<Item['counts']> {
  const { words, sentences, syllables, characters, letters, polysyllables } = counts;
  return {
    words,
    sentences,
    syllables,
    characters,
    letters,
    polysyllables,
    long_words: counts.longWords,
    unfamiliar_words: counts.unfamiliarWords,
    difficult_words: counts.difficultWords,
  };
}

function listScores(scores: Scores): NonNullable<Item['scores']> {
  return {
    consensus: figure(scores.consensus),
    flesch: figure(scores.flesch),
    flesch_kincaid: figure(scores.flesch_kincaid),
    ari: figure(scores.ari),
    coleman_liau: figure(scores.coleman_liau),
    gunning_fog: figure(scores.gunning_fog),
    dale_chall: figure(scores.dale_chall),
    lix: figure(scores.lix),
    rix: figure(scores.rix),
  };
}

function listWarnings(evaluated: number, scored: number, table: ScoreTable): Warning[] {
  if (evaluated === 0) return [tooFewQuestions('There are no questions to score.')];
  const found: (Warning | false)[] = [
    scored < evaluated && {
      code: 'not_scored',
      detail: `${groupDigits(evaluated - scored)} of ${groupDigits(evaluated)} questions are not in Latin script and cannot be scored.`,
    },
    scored > 0 &&
      table.singles > scored / 2 && {
        code: 'single_sentences',
        detail: `${groupDigits(table.singles)} of ${groupDigits(scored)} scored questions are a single sentence: their grades are rough estimates, and only those far outside the target are flagged; rely on the quantiles.`,
      },
    scored > 0 &&
      table.sentences < minSentencesForSmog &&
      tooFewQuestions(
        `SMOG needs ${minSentencesForSmog} sentences; these questions have ${table.sentences}.`,
      ),
  ];
  return found.filter((each) => each !== false);
}
