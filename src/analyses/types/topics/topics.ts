import {
  type AnalysisControl,
  type AnalysisType,
  subProgress,
  throwIfAborted,
} from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize } from '../../envelope.ts';
import { compareText, figure, roundShare } from '../../kit/figures.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { describeClasses, indexTerms } from './class-tf-idf.ts';
import { clusterQuestions, describeClusters, type LearnedTerms } from './clusters.ts';
import { type Contradiction, findContradictions, noContradictions } from './contradictions.ts';
import { chooseLearnedRows, type LearnedRows } from './learned-rows.ts';
import { createNameCheck } from './named-topics.ts';
import { rankKeywords, readTopics, type TopicReading } from './reading.ts';
import { topicsReport } from './report.ts';
import {
  type TopicsParameters,
  type TopicsResult,
  topicsParameters,
  topicsResult,
} from './schema.ts';
import { learnableTopicsOf, suggestTopics, type TopicSuggestions } from './suggestions.ts';
import { type LearnedTopics, listWarnings } from './warnings.ts';

export const topics: AnalysisType<TopicsParameters, TopicsResult> = {
  name: 'topics',
  title: 'Topics',
  description:
    'What is it about, and which topic_focus should it have? Extracts keywords, clusters questions ' +
    'that share vocabulary, and suggests a topic_focus learned from the other questions. Flags ' +
    'questions without one that could have one, or with one that their words, the most similar ' +
    'questions and their embedding contradict.',
  engineVersion: 7,
  parameters: topicsParameters,
  result: topicsResult,
  report: topicsReport,
  bytesPerQuestion: 700,
  embeddings: 'improves',

  async run(questions, parameters, control) {
    const reading = await readTopics(questions, parameters.max_ngram, subProgress(control, 0, 0.4));
    const learnedRows = chooseLearnedRows(reading.ids.length, parameters.seed);
    const classes = learnableTopicsOf(reading.topics, parameters.min_per_topic, learnedRows);
    throwIfAborted(control);
    const learned =
      classes.names.length < 2
        ? undefined
        : await suggest(reading, learnedRows, classes, parameters, subProgress(control, 0.4, 0.7));
    const clusters = clusterQuestions(
      reading,
      learnedRows,
      parameters,
      subProgress(control, 0.7, 0.9),
    );
    const terms = indexTerms(
      reading.stream,
      reading.phrases,
      parameters.max_ngram,
      learnedRows.rows.map((row) => reading.order[row] ?? 0),
      control,
    );
    const described = describeClusters(
      reading,
      clusters,
      { terms, rows: learnedRows.rows },
      parameters,
      control,
    );
    control.progress(0.95);
    const listed = listItems(reading, learned, clusters.clusterOf, parameters, control);
    const focuses = learned
      ? describeTopicFocuses(
          learned.model,
          reading.categories,
          { terms, rows: learnedRows.rows },
          parameters,
          control,
        )
      : [];
    control.progress(1);
    return {
      summary: {
        ...summarize(reading.ids.length, listed.flagged),
        without_topic: listed.missing,
        disagreeing: listed.disagreeing,
        topic_focuses: new Set(reading.topics.filter((topic) => topic !== null)).size,
        clusters: clusters.clusters,
        agreement: learned ? roundShare(learned.model.agreement) : null,
        baseline_agreement: learned ? roundShare(learned.model.baseline) : null,
      },
      topics: described,
      topic_focuses: focuses,
      items: sortSuggestions(listed.items),
      warnings: listWarnings(
        {
          questions: reading.ids.length,
          classes,
          learned,
          learnedRows,
          clusters,
          namedClusters: described.filter(({ topic_focus }) => topic_focus !== null).length,
        },
        parameters,
      ),
    };
  },
};

/** The questions whose topic is most certainly another one first; of those without, the surest. */
function sortSuggestions(items: TopicsResult['items']): TopicsResult['items'] {
  return sortItems(items).sort(
    (one, other) =>
      Number(other.flagged) - Number(one.flagged) ||
      one.score - other.score ||
      (other.suggested_score ?? 0) - (one.suggested_score ?? 0),
  );
}

async function suggest(
  reading: TopicReading,
  learned: LearnedRows,
  classes: LabelClasses,
  { seed, min_disagreement, max_vectors }: TopicsParameters,
  control: AnalysisControl,
): Promise<LearnedTopics> {
  const { stream, order, topics, categories, textOf } = reading;
  const options = { pairs: true, isLearned: learned.includes };
  const matrix = buildTermMatrix(stream, order, options, control);
  control.progress(0.2);
  const known = { matrix, topics, categories, learned };
  const model = suggestTopics(known, classes, seed, subProgress(control, 0.2, 0.4));
  // A model that does not beat the baseline makes no suggestions.
  const isInformative = model.agreement > model.baseline;
  const contradictions = isInformative
    ? await findContradictions(
        known,
        model,
        min_disagreement,
        createNameCheck(reading),
        { textOf, seed, maxVectors: max_vectors },
        subProgress(control, 0.4, 1),
      )
    : noContradictions;
  return { model, isInformative, contradictions };
}

const rowsBetweenPolls = 200;

function listItems(
  reading: TopicReading,
  learned: LearnedTopics | undefined,
  clusterOf: Int32Array,
  { items, top_k }: TopicsParameters,
  control: AnalysisControl,
) {
  const suggestions = learned?.isInformative ? learned.model : undefined;
  const keywordsOf = rankKeywords(reading, top_k, control);
  const kept: TopicsResult['items'] = [];
  let [flagged, missing, disagreeing] = [0, 0, 0];
  for (const [row, question_id] of reading.ids.entries()) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    const topic = reading.topics[row] ?? null;
    const suggested = suggestions?.classes.names[suggestions.best[row] ?? 0] ?? null;
    const contradiction = learned?.contradictions.byRow.get(row);
    // A bank that does not use topics is not faulty: only what can be filled in is flagged.
    const isMissing = topic === null && suggested !== null;
    if (topic === null) missing += 1;
    const isFlagged = isMissing || contradiction !== undefined;
    if (isFlagged) flagged += 1;
    if (contradiction) disagreeing += 1;
    if (!keepsItem(items, isFlagged)) continue;
    const cluster = clusterOf[row] ?? -1;
    kept.push({
      question_id,
      flagged: isFlagged,
      score: isMissing ? 0 : contradiction ? roundShare(scoreOf(contradiction)) : 1,
      reasons: isMissing ? ['topic_missing'] : contradiction ? ['topic_disagrees'] : [],
      topic_focus: topic,
      suggested,
      suggested_score: suggested === null ? null : roundShare(suggestions?.bestScore[row] ?? 0),
      neighbor_share: contradiction ? roundShare(contradiction.votes.suggested) : null,
      preference: contradiction?.preference === undefined ? null : figure(contradiction.preference),
      cluster: cluster < 0 ? null : cluster + 1,
      keywords: keywordsOf(row),
    });
  }
  return { items: kept, flagged, missing, disagreeing };
}

/** The stronger the contradiction, the lower. */
function scoreOf({ votes, preference }: Contradiction): number {
  return preference === undefined ? 1 - votes.suggested + votes.given : 1 / (1 + preference);
}

function describeTopicFocuses(
  { classes, best }: TopicSuggestions,
  categories: readonly string[],
  { terms, rows }: LearnedTerms,
  { top_k }: TopicsParameters,
  control: AnalysisControl,
): TopicsResult['topic_focuses'] {
  const { names, counts, classOf } = classes;
  const learnedClassOf = rows.map((row) => classOf[row] ?? -1);
  const described = describeClasses(
    terms,
    { classOf: learnedClassOf, classes: names.length },
    top_k,
    control,
  );
  const hits = new Int32Array(names.length);
  const categoryCounts = names.map(() => new Map<string, number>());
  for (const [row, each] of classOf.entries()) {
    if (each < 0) continue;
    if (best[row] === each) hits[each] = (hits[each] ?? 0) + 1;
    const category = categories[row] ?? '';
    categoryCounts[each]?.set(category, (categoryCounts[each].get(category) ?? 0) + 1);
  }
  return names
    .map((topic_focus, each) => ({
      topic_focus,
      category: mostFrequentOf(categoryCounts[each]),
      questions: counts[each] ?? 0,
      agreement: roundShare((hits[each] ?? 0) / (counts[each] ?? 1)),
      terms: described[each] ?? [],
    }))
    .sort(
      (one, other) =>
        other.questions - one.questions || compareText(one.topic_focus, other.topic_focus),
    );
}

/** Of several, the first by its name: independent of the order in which questions were read. */
function mostFrequentOf(counts: ReadonlyMap<string, number> = new Map()): string | null {
  const [first] = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || compareText(one, other),
  );
  return first?.[0] ?? null;
}
