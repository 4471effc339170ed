/**
 * `npx tsx bench/analysis/labelled-pairs.ts`: precision and recall of the duplicates analysis on labelled pairs.
 * The sets in `unread` were written by somebody who did not know the rules, and nobody has read their misses: they are
 * for the figures alone. The others have been tuned on, and say how well the rules fit them: bench/README.md says how each
 * came about, and its first figures. P: paraphrases; C: conflicts; A: forms of one key; S: questions that look
 * alike and are not the same; T: the same with one answer.
 */
import { readFile } from 'node:fs/promises';
import type { AnalysisControl, AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { embedSentences } from './bundled-vectors.ts';
import { editLightly } from './light-edits.ts';
import { type BenchRow, isMain, printWhenMain } from './measure.ts';
import { readBanks } from './real-banks.ts';

type Label = 'P' | 'C' | 'A' | 'S' | 'T';
type Kinds = ReadonlyMap<string, string>;

const unread = [
  ...Array.from({ length: 11 }, (_, at) => `stated-${at + 1}`),
  'third-blind',
  'fourth-blind',
  'fifth-blind',
  'sixth-blind',
  'second-blind',
  'blind-b',
  'untouched',
  'same-answer-b',
];
const fitted = Array.from({ length: 15 }, (_, at) => `fitted-${at + 1}`);
const allSets = [
  ...unread,
  ...fitted,
  'same-answer-a',
  'blind-a',
  'independent',
  'reworded',
  'editors',
  'reasked',
  'rephrased-a',
  'rephrased-b',
  'reserved',
  'unseen',
  'fresh',
  'held-out',
  'development',
];
const edited = 500;
// `npx tsx bench/analysis/labelled-pairs.ts editors reasked`.
const chosen = isMain(import.meta.url) ? process.argv.slice(2) : [];
const sets = chosen.length > 0 ? chosen : allSets;

const control: AnalysisControl = { progress: () => {}, signal: { aborted: false } };
const withVectors: AnalysisControl = { ...control, embed: embedSentences };

export async function benchLabelledPairs(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const set of sets) {
    rows.push(await measurePairs(set, 'with vectors', withVectors));
    rows.push(await measurePairs(set, 'words alone', control));
  }
  rows.push(await measureLightEdits());
  return rows;
}

async function measurePairs(
  set: string,
  evidence: string,
  withEvidence: AnalysisControl,
): Promise<BenchRow> {
  const file = new URL(`./pairs/${set}.tsv`, import.meta.url);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const pairs = lines.map((line) => line.split('\t') as [Label, string, string, string, string]);
  const questions = pairs.flatMap(([, question, answer, other, otherAnswer], at) => [
    asQuestion(`${at}a`, question, answer),
    asQuestion(`${at}b`, other, otherAnswer),
  ]);
  return measured(`duplicates, ${set} pairs, ${evidence}`, questions, withEvidence, (kinds) => {
    const kindsOf = (label: Label) =>
      pairs.flatMap(([each], at) => (each === label ? [kinds.get(`${at}a ${at}b`) ?? 'none'] : []));
    const isDuplicate = (kind: string) => ['exact', 'near', 'paraphrase'].includes(kind);
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

async function measureLightEdits(): Promise<BenchRow> {
  const { value: bank } = await readBanks().next();
  const originals: readonly AnalysisQuestion[] = bank?.questions.slice(0, edited) ?? [];
  const questions = originals.flatMap((question, at) => [
    asQuestion(`${at}a`, question.questionText, question.correctAnswer),
    asQuestion(`${at}b`, editLightly(question.questionText, at), question.correctAnswer),
  ]);
  return measured('duplicates, light edits', questions, withVectors, (kinds) => {
    const found = originals.filter((_, at) =>
      ['exact', 'near', 'paraphrase'].includes(kinds.get(`${at}a ${at}b`) ?? ''),
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

function asQuestion(id: string, questionText: string, correctAnswer: string): AnalysisQuestion {
  return {
    id,
    version: 1,
    questionText,
    correctAnswer,
    incorrectAnswers: [],
    category: 'Science',
    difficulty: 0,
    topicFocus: null,
  };
}

await printWhenMain(import.meta.url, benchLabelledPairs);
