import {
  type AnalysisControl,
  type AnalysisType,
  type QuestionPages,
  subProgress,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { summarize, tooFewQuestions, type Warning } from '../../envelope.ts';
import { compareText } from '../../kit/figures.ts';
import { clusterAroundRepresentatives } from './clusters.ts';
import { joinByContent } from './content-join.ts';
import { listItems } from './items.ts';
import { joinByMeaning } from './meaning-join.ts';
import { createPairCollector } from './pair-collector.ts';
import { createPairJudge } from './pair-judge.ts';
import { countPairs, listPairs } from './pair-list.ts';
import { groupQuestions, type QuestionGroups } from './question-groups.ts';
import { createQuestionTable, type QuestionTable } from './question-table.ts';
import { duplicatesReport } from './report.ts';
import {
  type DuplicatesParameters,
  type DuplicatesResult,
  duplicatesParameters,
  duplicatesResult,
} from './schema.ts';
import { searchSimilar } from './search.ts';
import { settleByVectors } from './vector-evidence.ts';

const maxClustersListed = 10_000;

export const duplicates: AnalysisType<DuplicatesParameters, DuplicatesResult> = {
  name: 'duplicates',
  title: 'Duplicates',
  description:
    'Which questions are duplicates? Finds equal, nearly equal and paraphrased questions, and nearly ' +
    'equal ones with contradictory answers; distinguishes them from questions that only share a ' +
    'template. Flags duplicates and clusters them around a representative.',
  engineVersion: 24,
  parameters: duplicatesParameters,
  result: duplicatesResult,
  report: duplicatesReport,
  bytesPerQuestion: 1000,
  embeddings: 'improves',
  bundledModel: 'sentences',
  comparesQuestions: true,

  *relatedQuestionIds({ pairs, clusters, items }) {
    for (const { b } of pairs) yield b;
    for (const { ids } of clusters) yield* ids;
    for (const { alike } of items) for (const { question_id } of alike) yield question_id;
  },

  async run(questions, parameters, control) {
    const table = await readTable(questions, parameters, control);
    const groups = groupQuestions(table, control);
    const collector = createPairCollector({
      groups,
      threshold: parameters.threshold,
      judge: createPairJudge(table, control.match !== undefined),
      control,
    });
    const selectedStems = markSelected(table, groups);
    for (let stem = 0; stem < selectedStems.length; stem += 1) {
      if (stem % 1000 === 0) throwIfAborted(control);
      if (selectedStems[stem] === 1 && groups.nodesOf(stem).length > 1) {
        collector.add(stem, stem, 1, 1);
      }
    }
    const isSelected = (stem: number) => selectedStems[stem] === 1;
    const outcome = searchSimilar(
      table,
      parameters,
      isSelected,
      subProgress(control, 0.4, 0.7),
      collector.add,
    );
    const isByContent = parameters.method === 'auto';
    const byContent = isByContent
      ? joinByContent(table, isSelected, subProgress(control, 0.7, 0.8), (one, other) => {
          const { jaccard, cosine } = outcome.measure(one, other);
          const isAlike = jaccard >= parameters.threshold || cosine >= parameters.cosine;
          if (!isAlike) collector.add(one, other, jaccard, cosine, { isAlike });
        })
      : { isComplete: true };
    if (isByContent) {
      await joinByMeaning({
        stems: table.words.count,
        maxVectors: parameters.max_vectors,
        textOf: table.contents.stemTexts.read,
        isSelected,
        control: subProgress(control, 0.8, 0.9),
        visit: (one, other) => {
          const { jaccard, cosine } = outcome.measure(one, other);
          collector.add(one, other, jaccard, cosine, { isAlike: false, isNear: true });
        },
      });
    }
    const byMeaning = await settleByVectors({
      pairs: collector.readDoubtful(),
      maxVectors: parameters.max_vectors,
      textOf: table.contents.stemTexts.read,
      stemOf: (node) => table.stemOfNode[node] ?? 0,
      answerOf: (node) => table.contents.answerTexts.read(table.answerOfNode[node] ?? 0),
      control: subProgress(control, 0.9, 0.98),
      settle: collector.settle,
    });
    const found = collector.read();
    const repeated = listRepeated(groups);
    const counts = countPairs(groups, repeated, found.pairs);
    const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
    const { max_pairs } = parameters;
    const pairs = listPairs(table, groups, repeated, found.pairs, max_pairs, control);
    const clusters = clusterAroundRepresentatives(table.ids, groups, repeated, found.pairs);
    const { items, flagged } = listItems(table, groups, found, parameters.items, control);
    control.progress(1);
    return {
      summary: {
        ...summarize(table.selected, flagged),
        compared_with: table.ids.length,
        methods: isByContent ? [...outcome.methods, 'content'] : [...outcome.methods],
        evidence: byMeaning.vectors > 0 ? ['words', 'answers', 'vectors'] : ['words', 'answers'],
        vectors: byMeaning.vectors,
        pairs: total,
        ...counts,
        clusters: clusters.length,
      },
      pairs,
      clusters: clusters.slice(0, maxClustersListed),
      items,
      warnings: [
        ...listWarnings(table, parameters, {
          isBankMissing: parameters.against === 'bank' && control.bank === undefined,
          hasLetters: outcome.hasLetters,
          isSearchComplete: outcome.isComplete && byContent.isComplete,
          isPairListComplete: found.isComplete,
          pairsFound: total,
          pairsListed: pairs.length,
          clusters: clusters.length,
        }),
        ...byMeaning.warnings,
      ],
    };
  },
};

async function readTable(
  questions: QuestionPages,
  { ngram, against }: DuplicatesParameters,
  control: AnalysisControl,
): Promise<QuestionTable> {
  const table = createQuestionTable(ngram);
  const bank = against === 'bank' ? control.bank?.() : undefined;
  await visitQuestions(questions, subProgress(control, 0, bank ? 0.2 : 0.4), table.addSelected);
  if (bank) {
    // The size of the bank is unknown, so progress advances only when it has been read.
    const { total: _, ...withoutTotal } = subProgress(control, 0.2, 0.4);
    await visitQuestions(bank, withoutTotal, table.addFromBank);
  }
  return table.read();
}

/** Marks the stems of selected questions. */
function markSelected(table: QuestionTable, groups: QuestionGroups): Uint8Array {
  const selected = new Uint8Array(table.words.count);
  for (let node = 0; node < groups.nodes; node += 1) {
    if (groups.selectedOf(node) > 0) selected[table.stemOfNode[node] ?? 0] = 1;
  }
  return selected;
}

/** The nodes with a selected question and exact duplicates of it, ordered by id. */
function listRepeated(groups: QuestionGroups): number[] {
  const repeated: number[] = [];
  for (let node = 0; node < groups.nodes; node += 1) {
    if (groups.selectedOf(node) > 0 && groups.sizeOf(node) > 1) repeated.push(node);
  }
  return repeated.sort((one, other) => compareText(groups.idOf(one), groups.idOf(other)));
}

interface Findings {
  readonly isBankMissing: boolean;
  readonly hasLetters: boolean;
  readonly isSearchComplete: boolean;
  readonly isPairListComplete: boolean;
  readonly pairsFound: number;
  readonly pairsListed: number;
  readonly clusters: number;
}

function listWarnings(
  { ids, selected, empty }: QuestionTable,
  { max_pairs }: DuplicatesParameters,
  findings: Findings,
): Warning[] {
  if (selected === 0 || ids.length < 2) {
    return [tooFewQuestions('Comparing questions needs at least two.')];
  }
  const { pairsFound, pairsListed, clusters } = findings;
  const found: (Warning | false)[] = [
    findings.isBankMissing && {
      code: 'bank_unavailable',
      detail: 'The question bank is not available; only the selected questions were compared.',
    },
    pairsListed < pairsFound && {
      code: 'pairs_cut',
      detail: `Only ${pairsListed} of ${pairsFound} pairs are listed (max_pairs ${max_pairs}).`,
    },
    !findings.isPairListComplete && {
      code: 'pairs_not_counted',
      detail: 'There are too many pairs to count; the most relevant were kept.',
    },
    !findings.isSearchComplete && {
      code: 'comparisons_cut',
      detail: 'Too many questions are similar: not all pairs were compared.',
    },
    !findings.hasLetters && {
      code: 'letters_skipped',
      detail:
        'There are too many questions to search for similar letters and for most of the content; words, whole content and answers were compared.',
    },
    clusters > maxClustersListed && {
      code: 'clusters_cut',
      detail: `Only the ${maxClustersListed} largest of ${clusters} clusters are listed.`,
    },
    empty > 0 && {
      code: 'empty_text',
      detail: `${empty} questions contain only punctuation and count as the same question.`,
    },
  ];
  return found.filter((each) => each !== false);
}
