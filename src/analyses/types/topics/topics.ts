import {
  type AnalysisControl,
  type AnalysisType,
  subProgress,
  throwIfAborted,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize } from '../../envelope.ts';
import { compareText, roundShare } from '../../kit/figures.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { describeClasses, indexTerms, type PhraseTerms } from './class-tf-idf.ts';
import { clusterQuestions, describeClusters } from './clusters.ts';
import { rankKeywords, readTopics, type TopicReading } from './reading.ts';
import { topicsReport } from './report.ts';
import {
  type TopicsParameters,
  type TopicsResult,
  topicsParameters,
  topicsResult,
} from './schema.ts';
import { learnableTopics, suggestTopics, type TopicSuggestions } from './suggestions.ts';
import { listWarnings } from './warnings.ts';

export const topics: AnalysisType<TopicsParameters, TopicsResult> = {
  name: 'topics',
  title: 'Topics',
  description:
    'What is it about, and which topic_focus should it have? Extracts keywords, clusters questions ' +
    'that share vocabulary, and suggests a topic_focus learned from the other questions. Flags ' +
    'questions without one, or with one that contradicts a strong suggestion.',
  engineVersion: 2,
  parameters: topicsParameters,
  result: topicsResult,
  report: topicsReport,
  bytesPerQuestion: 2500,

  async run(questions, parameters, control) {
    const reading = await readTopics(questions, parameters.max_ngram, subProgress(control, 0, 0.4));
    const classes = learnableTopics(reading.topics, parameters.min_per_topic);
    throwIfAborted(control);
    const learned =
      classes.names.length < 2
        ? undefined
        : suggest(reading, classes, parameters, subProgress(control, 0.4, 0.7));
    // A model that does not beat the baseline makes no suggestions.
    const suggestions = learned && learned.agreement > learned.baseline ? learned : undefined;
    const clusters = clusterQuestions(reading, parameters, subProgress(control, 0.7, 0.9));
    const terms = indexTerms(
      reading.stream,
      reading.phrases,
      parameters.max_ngram,
      reading.order,
      control,
    );
    const described = describeClusters(reading, clusters, terms, parameters, control);
    control.progress(0.95);
    const listed = listItems(reading, suggestions, clusters.clusterOf, parameters, control);
    const focuses = learned ? describeTopicFocuses(learned, terms, parameters, control) : [];
    control.progress(1);
    return {
      summary: {
        ...summarize(reading.ids.length, listed.missing + listed.disagreeing),
        without_topic: listed.missing,
        disagreeing: listed.disagreeing,
        topic_focuses: new Set(reading.topics.filter((topic) => topic !== null)).size,
        clusters: clusters.clusters,
        agreement: learned ? roundShare(learned.agreement) : null,
        baseline_agreement: learned ? roundShare(learned.baseline) : null,
      },
      topics: described,
      topic_focuses: focuses,
      items: sortItems(listed.items),
      warnings: listWarnings(
        {
          questions: reading.ids.length,
          classes,
          learned,
          isInformative: suggestions !== undefined,
          clusters,
        },
        parameters,
      ),
    };
  },
};

function suggest(
  { stream, order, topics, categories }: TopicReading,
  classes: LabelClasses,
  { seed }: TopicsParameters,
  control: AnalysisControl,
): TopicSuggestions {
  const matrix = buildTermMatrix(stream, order, { pairs: true }, control);
  control.progress(0.4);
  const known = { matrix, topics, categories };
  return suggestTopics(known, classes, seed, subProgress(control, 0.4, 1));
}

const rowsBetweenPolls = 200;

function listItems(
  reading: TopicReading,
  suggestions: TopicSuggestions | undefined,
  clusterOf: Int32Array,
  { items, top_k, min_disagreement }: TopicsParameters,
  control: AnalysisControl,
) {
  const keywordsOf = rankKeywords(reading, top_k, control);
  const kept: TopicsResult['items'] = [];
  let [missing, disagreeing] = [0, 0];
  for (const [row, question_id] of reading.ids.entries()) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const topic = reading.topics[row] ?? null;
    const best = suggestions?.bestScore[row] ?? 0;
    const ownScore = suggestions?.ownScore[row] ?? -1;
    const suggested = suggestions?.classes.names[suggestions.best[row] ?? 0] ?? null;
    const isMissing = topic === null;
    const isContradicted =
      ownScore >= 0 && suggested !== topic && best - ownScore >= min_disagreement;
    if (isMissing) missing += 1;
    if (isContradicted) disagreeing += 1;
    if (!keepsItem(items, isMissing || isContradicted)) continue;
    const cluster = clusterOf[row] ?? -1;
    kept.push({
      question_id,
      flagged: isMissing || isContradicted,
      score: isMissing ? 0 : isContradicted ? roundShare(ownScore) : 1,
      reasons: isMissing ? ['topic_missing'] : isContradicted ? ['topic_disagrees'] : [],
      topic_focus: topic,
      suggested,
      suggested_score: suggested === null ? null : roundShare(best),
      cluster: cluster < 0 ? null : cluster + 1,
      keywords: keywordsOf(row),
    });
  }
  return { items: kept, missing, disagreeing };
}

function describeTopicFocuses(
  { classes, best }: TopicSuggestions,
  terms: PhraseTerms,
  { top_k }: TopicsParameters,
  control: AnalysisControl,
): TopicsResult['topic_focuses'] {
  const { names, counts, classOf } = classes;
  const described = describeClasses(terms, { classOf, classes: names.length }, top_k, control);
  const hits = new Int32Array(names.length);
  for (const [row, each] of classOf.entries()) {
    if (each >= 0 && best[row] === each) hits[each] = (hits[each] ?? 0) + 1;
  }
  return names
    .map((topic_focus, each) => ({
      topic_focus,
      questions: counts[each] ?? 0,
      agreement: roundShare((hits[each] ?? 0) / (counts[each] ?? 1)),
      terms: described[each] ?? [],
    }))
    .sort(
      (one, other) =>
        other.questions - one.questions || compareText(one.topic_focus, other.topic_focus),
    );
}
