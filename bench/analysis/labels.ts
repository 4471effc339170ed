import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { labels } from '../../src/analyses/types/labels/labels.ts';
import { type BenchRow, measureType, printWhenMain } from './measure.ts';
import { readBanks } from './real-banks.ts';

/**
 * scikit-learn 1.2.1 (TF-IDF of words and pairs in two questions or more, sublinear, MultinomialNB
 * with alpha .1, five stratified folds) and cleanlab 2.9.0 (confident_learning, one job) on the
 * same questions, answers and categories on one core: 6.7 s of CPU for the 100,000. Its labels are
 * flipped by another random source.
 */
const references = new Map([
  ['OpenTDB', 'scikit-learn + cleanlab: kappa .66, macro F1 .65, AUROC .981'],
  ['100,000', 'scikit-learn + cleanlab: 14,900/s, kappa .74, macro F1 .48, AUROC .992'],
]);

const flippedShare = 0.1;

/**
 * How well wrong labels are detected when a tenth of the categories is flipped. Speed and memory in
 * every row are those of the 100,000.
 */
export async function benchLabels(): Promise<BenchRow[]> {
  const measured = await measureType('labels');
  const rows: BenchRow[] = [];
  for await (const { name, questions, hasDifficulty } of readBanks()) {
    const { summary } = await run(questions, { items: 'none' });
    const auroc = await findFlips(questions);
    const difficulty = hasDifficulty ? await difficultyKappa(questions) : '';
    rows.push({
      ...measured,
      type: `labels, ${name}`,
      accuracy:
        `kappa ${format(summary.kappa)}, macro F1 ${format(summary.macro_f1)}, ` +
        `10 % flipped: AUROC ${format(auroc)}${difficulty}`,
      reference: references.get(name) ?? '–',
    });
  }
  return rows;
}

async function difficultyKappa(questions: readonly AnalysisQuestion[]): Promise<string> {
  const { summary, warnings } = await run(questions, { items: 'none', field: 'difficulty' });
  return `; difficulty kappa ${format(summary.kappa)} ${warnings.map(({ code }) => code).join(' ')}`;
}

function run(questions: readonly AnalysisQuestion[], parameters: object) {
  const control = { progress: () => {}, signal: { aborted: false } };
  return labels.run([questions], labels.parameters.parse(parameters), control);
}

async function findFlips(questions: readonly AnalysisQuestion[]): Promise<number | null> {
  const random = createRandom(7);
  const names = [...new Set(questions.map(({ category }) => category))].sort();
  const flipped = new Set<string>();
  const noisy = questions.map((question) => {
    if (random() >= flippedShare) return question;
    flipped.add(question.id);
    const step = 1 + Math.floor(random() * (names.length - 1));
    const category = names[(names.indexOf(question.category) + step) % names.length] ?? '';
    return { ...question, category };
  });
  const { items } = await run(noisy, { items: 'all' });
  const scored = items.flatMap(({ question_id, self_confidence }) =>
    self_confidence === null
      ? []
      : [{ doubt: 1 - self_confidence, isFlipped: flipped.has(question_id) }],
  );
  return scored.length === 0 ? null : areaUnderCurve(scored);
}

/**
 * AUROC: the probability that a flipped label ranks below a correct one (Mann–Whitney; ties count
 * half).
 */
function areaUnderCurve(scored: { doubt: number; isFlipped: boolean }[]): number {
  const sorted = scored.toSorted((one, other) => one.doubt - other.doubt);
  let [flipped, ranks] = [0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.doubt === sorted[from]?.doubt) to += 1;
    const hits = sorted.slice(from, to).filter(({ isFlipped }) => isFlipped).length;
    flipped += hits;
    ranks += (hits * (from + to + 1)) / 2;
    from = to;
  }
  return (ranks - (flipped * (flipped + 1)) / 2) / (flipped * (sorted.length - flipped));
}

function format(figure: number | null): string {
  return figure === null ? '–' : figure.toFixed(3);
}

await printWhenMain(import.meta.url, benchLabels);
