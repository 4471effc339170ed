import { readFile } from 'node:fs/promises';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { quality } from '../../src/analyses/types/quality/quality.ts';
import { readSamples, sampleFile } from '../../src/db/sample-questions.ts';
import { readFlaws, textbookFlaws } from '../../test/analyses/quality/textbook-flaws.ts';
import { type BenchRow, measureType, percent, printWhenMain } from './measure.ts';

/** Defects to plant, each with the rule that should detect it. */
const defects: readonly (readonly [rule: string, (question: AnalysisQuestion) => Changes])[] = [
  ['html_entity', ({ questionText }) => ({ questionText: `${questionText} &amp; why` })],
  ['html_tag', ({ questionText }) => ({ questionText: `<b>${questionText}</b>` })],
  ['stray_whitespace', ({ questionText }) => ({ questionText: questionText.replace(' ', '  ') })],
  ['control_character', ({ questionText }) => ({ questionText: `${questionText}\ufffd` })],
  ['unbalanced_quotes', ({ questionText }) => ({ questionText: `"${questionText}` })],
  ['unbalanced_brackets', ({ questionText }) => ({ questionText: `(${questionText}` })],
  ['all_capitals', ({ questionText }) => ({ questionText: questionText.toUpperCase() })],
  ['placeholder', () => ({ correctAnswer: 'TODO' })],
  ['answer_is_question', ({ questionText }) => ({ correctAnswer: questionText })],
  [
    'answer_in_stem',
    ({ questionText, correctAnswer }) => ({
      questionText: `${questionText.slice(0, -1)}, such as ${correctAnswer}?`,
    }),
  ],
  ['missing_choices', () => ({ questionText: 'Which of these is it?', incorrectAnswers: [] })],
  ['no_question', ({ questionText }) => ({ questionText: `${questionText.slice(0, -1)}.` })],
  ['several_questions', ({ questionText }) => ({ questionText: `${questionText} And why is it?` })],
  ['all_or_none_of_the_above', () => ({ correctAnswer: 'None of the above' })],
  [
    'duplicate_choices',
    ({ correctAnswer }) => ({ incorrectAnswers: [`${correctAnswer.toUpperCase()}.`, 'x', 'y'] }),
  ],
  ['currently', ({ questionText }) => ({ questionText: `Currently, ${questionText}` })],
];

type Changes = Partial<AnalysisQuestion>;

/**
 * Recall over every sample question with every defect, and the share of unchanged ones that are
 * flagged; recall on items with a textbook flaw, and precision against items that look like it.
 */
export async function benchQuality(): Promise<BenchRow[]> {
  const samples = readSamples(await readFile(sampleFile, 'utf8'));
  const bank = samples.map((each, at) => ({ ...each, id: `sample-${at}`, version: 1 }));
  let detected = 0;
  for (const [rule, apply] of defects) {
    const changed = bank.map((question) => ({ ...question, ...apply(question) }));
    const { rules } = await check(changed);
    detected += rules.find((each) => each.rule === rule)?.questions ?? 0;
  }
  const { summary } = await check(bank);
  const found = percent(detected, defects.length * bank.length);
  const textbook = await benchTextbook();
  const accuracy =
    `${found} of ${defects.length * bank.length} planted defects detected, ` +
    `${percent(summary.flagged, bank.length)} of ${bank.length} sound items flagged; ${textbook}`;
  const figures = await measureType('quality');
  const others = await Promise.all(
    flawSets.map(async (set) => ({
      ...figures,
      type: `quality, flaws ${set}`,
      accuracy: await benchFlaws(set),
      reference: '–',
    })),
  );
  return [{ ...figures, accuracy, reference: '–' }, ...others];
}

async function benchTextbook(): Promise<string> {
  let [caught, mistaken] = [0, 0];
  for (const { rule, flawed, sound } of textbookFlaws) {
    if ((await findRules(flawed)).includes(rule)) caught += 1;
    if ((await findRules(sound)).includes(rule)) mistaken += 1;
  }
  const size = textbookFlaws.length;
  return (
    `textbook flaws: recall ${percent(caught, size)} of ${size}, ` +
    `precision ${percent(caught, caught + mistaken)} against ${size} look-alikes`
  );
}

/** Items that were written without knowledge of the rules, two of each kind; of the last set, none was read. */
const flawSets = ['read-1', 'read-2', 'unread'];

/** What an editor may call the same flaw. */
const alsoCalled: Readonly<Record<string, string>> = {
  unfocused_stem: 'broad_stem',
  population: 'record_holder',
};

async function benchFlaws(set: string): Promise<string> {
  const flaws = await readFlaws(new URL(`./flaws/${set}.jsonl`, import.meta.url));
  const ruleOf = new Map(textbookFlaws.map(({ kind, rule }) => [kind, rule]));
  const foundKinds = new Set<string>();
  let [caught, mistaken] = [0, 0];
  for (const { kind, flawed, sound } of flaws) {
    const rules = [ruleOf.get(kind), alsoCalled[kind]];
    const isFound = (found: readonly string[]) => found.some((rule) => rules.includes(rule));
    if (isFound(await findRules(flawed))) {
      caught += 1;
      foundKinds.add(kind);
    }
    if (isFound(await findRules(sound))) mistaken += 1;
  }
  return (
    `recall ${percent(caught, flaws.length)} of ${flaws.length}, ` +
    `precision ${percent(caught, caught + mistaken)}; ${foundKinds.size} kinds at least once`
  );
}

async function findRules(question: AnalysisQuestion): Promise<string[]> {
  const { rules } = await check([question]);
  return rules.filter(({ questions }) => questions > 0).map(({ rule }) => rule);
}

function check(questions: readonly AnalysisQuestion[]) {
  const control = { progress: () => {}, signal: { aborted: false } };
  return quality.run([questions], quality.parameters.parse({ items: 'none' }), control);
}

await printWhenMain(import.meta.url, benchQuality);
