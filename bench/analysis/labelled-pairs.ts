/**
 * `npx tsx bench/analysis/labelled-pairs.ts`: precision and recall of the duplicates analysis on labelled pairs.
 * Of the sets in `unreadSets` nobody has read the misses: they are for the figures alone. The others say how well the
 * rules and the model of pairs fit them: bench/README.md says how each came about, and its first figures.
 */
import type { AnalysisControl, AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { embedSentences, matchQuestions } from './bundled-vectors.ts';
import { editLightly } from './light-edits.ts';
import { type BenchRow, isMain, printWhenMain } from './measure.ts';
import {
  asQuestion,
  type Label,
  type LabelledPair,
  learnedSets,
  readPairs,
  readSets,
  unreadSets,
  weighedSets,
} from './pair-sets.ts';
import { openTdb, readBanks, readLines } from './real-banks.ts';

type Kinds = ReadonlyMap<string, string>;

const duplicateKinds = ['exact', 'near', 'paraphrase'];
const edited = 500;
const crowdedSets = ['stated-10', 'stated-11', 'stated-12', 'stated-13', 'stated-14'];
const crowd = 2300;
// `npx tsx bench/analysis/labelled-pairs.ts editors reasked`.
const chosen = isMain(import.meta.url) ? process.argv.slice(2) : [];
const sets =
  chosen.length > 0 ? chosen : [...unreadSets, ...readSets, ...weighedSets, ...learnedSets];

const control: AnalysisControl = { progress: () => {}, signal: { aborted: false } };
const withVectors: AnalysisControl = {
  ...control,
  embed: embedSentences,
  match: matchQuestions,
};

export async function benchLabelledPairs(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const set of sets) {
    rows.push(await measurePairs(set, 'with vectors', withVectors));
    rows.push(await measurePairs(set, 'words alone', control));
  }
  if (chosen.length === 0) rows.push(...(await measureAmongOthers()));
  rows.push(await measureLightEdits());
  return rows;
}

async function measurePairs(
  set: string,
  evidence: string,
  withEvidence: AnalysisControl,
): Promise<BenchRow> {
  const pairs = await readPairs(set);
  const questions = asQuestions(pairs);
  return measured(`duplicates, ${set} pairs, ${evidence}`, questions, withEvidence, (kinds) => {
    const kindsOf = (label: Label) =>
      pairs.flatMap(([each], at) => (each === label ? [kinds.get(`${at}a ${at}b`) ?? 'none'] : []));
    const isDuplicate = (kind: string) => duplicateKinds.includes(kind);
    const isConflict = (kind: string) => kind === 'answer_conflict';
    const count = (labels: Label[], test: (kind: string) => boolean) =>
      labels.flatMap(kindsOf).filter(test).length;
    const paraphrases = score(
      count(['P'], isDuplicate),
      kindsOf('P').length,
      count(['C', 'S', 'T'], isDuplicate),
    );
    const conflicts = score(
      count(['C'], isConflict),
      kindsOf('C').length,
      count(['P', 'A', 'S', 'T'], isConflict),
    );
    const labelled = new Set(pairs.map((_, at) => `${at}a ${at}b`));
    const others = [...kinds].filter(
      ([ids, kind]) => isConflict(kind) && !labelled.has(ids),
    ).length;
    const forms = `${count(['A'], isDuplicate)} of ${kindsOf('A').length} forms of one key`;
    return `paraphrases ${paraphrases}; conflicts ${conflicts}, and ${others} between lines; ${forms}; ${kindsOf('S').length + kindsOf('T').length} look-alikes`;
  });
}

/** How many are found in a larger bank, and how many conflicts its other questions are said to have. */
async function measureAmongOthers(): Promise<BenchRow[]> {
  const others = await readLines(openTdb).catch(() => []);
  if (others.length === 0) return [];
  const pairs = (await Promise.all(crowdedSets.map(readPairs))).flat();
  const questions = [
    ...asQuestions(pairs),
    ...others.slice(0, crowd).map((other) => ({ ...other, id: `other ${other.id}` })),
  ];
  const name = `duplicates, ${crowdedSets[0]} to ${crowdedSets.at(-1)} among ${crowd} of OpenTDB`;
  const row = await measured(name, questions, withVectors, (kinds) => {
    const share = (label: Label, found: readonly string[]) => {
      const ids = pairs.flatMap(([each], at) => (each === label ? [`${at}a ${at}b`] : []));
      return `${ids.filter((id) => found.includes(kinds.get(id) ?? '')).length} of ${ids.length}`;
    };
    const ofOthers = [...kinds].filter(
      ([ids, kind]) => kind === 'answer_conflict' && /^other .* other /.test(ids),
    );
    return (
      `${share('C', ['answer_conflict'])} conflicts, ${share('P', duplicateKinds)} paraphrases; ` +
      `${ofOthers.length} conflicts of other questions`
    );
  });
  return [row];
}

async function measureLightEdits(): Promise<BenchRow> {
  const { value: bank } = await readBanks().next();
  const originals: readonly AnalysisQuestion[] = bank?.questions.slice(0, edited) ?? [];
  const questions = originals.flatMap((question, at) => [
    asQuestion(`${at}a`, question.questionText, question.correctAnswer),
    asQuestion(`${at}b`, editLightly(question.questionText, at), question.correctAnswer),
  ]);
  return measured('duplicates, light edits', questions, withVectors, (kinds) => {
    const found = originals.filter((_, at) =>
      duplicateKinds.includes(kinds.get(`${at}a ${at}b`) ?? ''),
    ).length;
    return `recall ${(found / originals.length).toFixed(3)} of ${originals.length} edited samples`;
  });
}

async function measured(
  type: string,
  questions: readonly AnalysisQuestion[],
  evidence: AnalysisControl,
  describe: (kinds: Kinds) => string,
): Promise<BenchRow> {
  const before = process.cpuUsage();
  const parameters = duplicates.parameters.parse({ max_pairs: 100_000 });
  const { pairs } = await duplicates.run([questions], parameters, evidence);
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = Number(((user + system) / 1e6).toFixed(2));
  return {
    type,
    questionsPerSecond: Math.round(questions.length / cpuSeconds),
    cpuSeconds,
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    accuracy: describe(new Map(pairs.map(({ a, b, kind }) => [`${a} ${b}`, kind]))),
    reference: '–',
  };
}

function score(right: number, all: number, wrong: number): string {
  const precision = (right / Math.max(1, right + wrong)).toFixed(3);
  if (all === 0) return 'none';
  return `precision ${precision}, recall ${(right / all).toFixed(3)} of ${all}`;
}

function asQuestions(pairs: readonly LabelledPair[]): AnalysisQuestion[] {
  return pairs.flatMap(([, question, answer, other, otherAnswer], at) => [
    asQuestion(`${at}a`, question, answer),
    asQuestion(`${at}b`, other, otherAnswer),
  ]);
}

await printWhenMain(import.meta.url, benchLabelledPairs);
