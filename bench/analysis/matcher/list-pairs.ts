/**
 * `npx tsx bench/analysis/matcher/list-pairs.ts FOLDER`: writes what `train.py` learns from to FOLDER, with texts by
 * their numbers: `pairs.jsonl` (source, whether both ask the same, and both texts), `subjects.json` (for each subject
 * its part and its questions, each in three wordings), `banks.json` (for each real bank its questions and keys, for pairs that are
 * alike in meaning), and `tokens.json` (the tokens of each text). The pairs are from `written-questions.jsonl`, the sets
 * of `../pairs` that are there to be learned from, and real banks, where pairs that look alike and have other answers
 * hardly ever ask the same; without ../shared/data there are none of these.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { AnalysisControl } from '../../../src/analyses/analysis-type.ts';
import { readAnswer, relateAnswers } from '../../../src/analyses/kit/pairs/answer-forms.ts';
import { joinByContent } from '../../../src/analyses/types/duplicates/content-join.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { searchSimilar } from '../../../src/analyses/types/duplicates/search.ts';
import { packageFile } from '../../../src/package-file.ts';
import { learnedSets, readPairs } from '../pair-sets.ts';
import { readLines } from '../real-banks.ts';
import { readParts, type Subject, type WrittenQuestion, weighedParts } from './written.ts';

const data = new URL('../../../../shared/data/', import.meta.url);
const banks = [
  { sources: ['opentriviaqa'], questions: 16_000, pairs: 14_000 },
  { sources: ['nq-open', 'webquestions'], questions: 6000, pairs: 8000 },
];
const maxTokens = 96;
const control: AnalysisControl = { progress: () => {}, signal: { aborted: false } };

const texts = new Map<string, number>();
const lines: string[] = [];

function numberOf(text: string): number {
  const number = texts.get(text) ?? texts.size;
  texts.set(text, number);
  return number;
}

function add(source: string, isSame: boolean, one: string, other: string): void {
  lines.push(JSON.stringify([source, isSame ? 1 : 0, numberOf(one), numberOf(other)]));
}

async function addSets(): Promise<void> {
  for (const set of learnedSets) {
    for (const [label, one, , other] of await readPairs(set)) {
      add('set', ['P', 'C', 'A'].includes(label), one, other);
    }
  }
}

function addWritten(textOf: ReadonlyMap<string, string>): void {
  const file = 'written-questions.jsonl';
  for (const each of readParts<WrittenQuestion>(file, weighedParts.questions, false)) {
    const { seed, same, others, sameKey } = each;
    const [a, b, c] = same;
    const [[x], [y]] = others;
    const original = textOf.get(seed ?? '');
    const seeds = original === undefined ? [] : [original];
    for (const [one, other] of [[a, b] as const, [a, c] as const, [b, c] as const]) {
      add('written', true, one, other);
    }
    for (const text of seeds) for (const each of same) add('written', true, text, each);
    const pairs = [
      [a, x],
      [b, y],
      [c, y],
      [a, sameKey],
      [x, y],
    ] as const;
    for (const [one, other] of pairs) add('written', false, one, other);
    for (const text of seeds.length > 0 ? seeds : [b]) {
      for (const each of [x, y, sameKey]) add('written', false, text, each);
    }
  }
}

/** Pairs that the analysis compares, whose keys differ. */
function addBank(questions: readonly BankQuestion[], most: number): void {
  const parameters = duplicates.parameters.parse({});
  const collected = createQuestionTable(parameters.ngram);
  for (const question of questions) collected.addSelected(question);
  const table = collected.read();
  const { stemTexts, answerTexts } = table.contents;
  const answers = new Map<number, string>();
  for (const [node, stem] of table.stemOfNode.entries()) {
    answers.set(stem, answerTexts.read(table.answerOfNode[node] ?? 0));
  }
  const found = new Set<string>();
  const visit = (one: number, other: number) => {
    if (one !== other) found.add(`${Math.min(one, other)} ${Math.max(one, other)}`);
  };
  searchSimilar(table, parameters, () => true, control, visit);
  joinByContent(table, () => true, control, visit);
  const different = [...found]
    .map((pair) => pair.split(' ').map(Number) as [number, number])
    .filter((pair) => {
      const [left, right] = pair.map((stem) => readAnswer(answers.get(stem) ?? ''));
      return left && right && relateAnswers(left, right, false) !== 'same';
    });
  // Spread over the bank.
  const step = Math.max(1, different.length / most);
  for (let at = 0; at < different.length; at += step) {
    const [one, other] = different[Math.floor(at)] ?? [0, 0];
    add('bank', false, stemTexts.read(one), stemTexts.read(other));
  }
}

/** The questions of a bank with their keys, so that pairs with one key can be left out. */
function listBank(questions: readonly BankQuestion[]): [number, string][] {
  const normalize = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, '');
  return questions.map(({ questionText, correctAnswer }) => [
    numberOf(questionText),
    normalize(correctAnswer),
  ]);
}

type BankQuestion = Awaited<ReturnType<typeof readLines>>[number];

const folder = process.argv[2];
if (!folder) throw new Error('Usage: npx tsx bench/analysis/matcher/list-pairs.ts FOLDER');
const openTdb = await readLines(new URL('opentdb.jsonl', data)).catch(() => []);
const real = await readLines(new URL('questions-100k.jsonl', data)).catch(() => []);
const textOf = new Map([...openTdb, ...real].map((each) => [each.sourceId, each.questionText]));
await addSets();
addWritten(textOf);
const chosen = banks.map(({ sources, questions }) =>
  real.filter(({ source }) => sources.includes(source)).slice(0, questions),
);
for (const [at, { pairs }] of banks.entries()) addBank(chosen[at] ?? [], pairs);
const subjects = readParts<Subject>('subjects.jsonl', weighedParts.subjects, false).map(
  ({ part, facts }) => [part, facts.map(({ asks }) => asks.map(numberOf))],
);
const listed = { subjects, banks: chosen.map(listBank) };
const tokenizer = new Tokenizer(
  JSON.parse(readFileSync(packageFile('dist/model/tokenizer.json'), 'utf8')) as object,
  {},
);
const tokens = [...texts.keys()].map((text) => tokenizer.encode(text).ids.slice(0, maxTokens));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'pairs.jsonl'), `${lines.join('\n')}\n`);
for (const [name, content] of Object.entries({ ...listed, tokens })) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
}
console.log(`${lines.length} pairs of ${texts.size} texts`);
