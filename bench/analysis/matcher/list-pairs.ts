/**
 * `npx tsx bench/analysis/matcher/list-pairs.ts FOLDER`: writes what `train.py` learns from to FOLDER: `pairs.jsonl`
 * (source, whether both ask the same, and both texts by their numbers) and `tokens.json` (the tokens of each text).
 * From `written-questions.jsonl`, the sets of `../pairs` that are there to be learned from, and pairs of real banks
 * that look alike and have other answers, hardly any of which ask the same; without ../shared/data there are none.
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

interface WrittenQuestion {
  readonly part: number;
  /** The question of a real bank that it was written after, where it asks the same. */
  readonly seed?: string;
  readonly same: readonly [string, string, string];
  /** Two questions that look like the first, and like one of the others, with their keys. */
  readonly others: readonly [readonly [string, string], readonly [string, string]];
  /** Another question with the same key. */
  readonly sameKey: string;
}

/** Kept for weighing the score beside other evidence. */
const weighedParts = [20, 21];

const data = new URL('../../../../shared/data/', import.meta.url);
const banks = [
  { sources: ['opentriviaqa'], questions: 16_000, pairs: 14_000 },
  { sources: ['nq-open', 'webquestions'], questions: 6000, pairs: 8000 },
];
const maxTokens = 96;
const control: AnalysisControl = { progress: () => {}, signal: { aborted: false } };

const texts = new Map<string, number>();
const lines: string[] = [];

function add(source: string, isSame: boolean, one: string, other: string): void {
  const numberOf = (text: string) => {
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    return number;
  };
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
  const file = new URL('./written-questions.jsonl', import.meta.url);
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { part, seed, same, others, sameKey } = JSON.parse(line) as WrittenQuestion;
    if (weighedParts.includes(part)) continue;
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

type BankQuestion = Awaited<ReturnType<typeof readLines>>[number];

const folder = process.argv[2];
if (!folder) throw new Error('Usage: npx tsx bench/analysis/matcher/list-pairs.ts FOLDER');
const openTdb = await readLines(new URL('opentdb.jsonl', data)).catch(() => []);
const real = await readLines(new URL('questions-100k.jsonl', data)).catch(() => []);
const textOf = new Map([...openTdb, ...real].map((each) => [each.sourceId, each.questionText]));
await addSets();
addWritten(textOf);
for (const { sources, questions, pairs } of banks) {
  addBank(real.filter(({ source }) => sources.includes(source)).slice(0, questions), pairs);
}
const tokenizer = new Tokenizer(
  JSON.parse(readFileSync(packageFile('dist/model/tokenizer.json'), 'utf8')) as object,
  {},
);
const tokens = [...texts.keys()].map((text) => tokenizer.encode(text).ids.slice(0, maxTokens));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'pairs.jsonl'), `${lines.join('\n')}\n`);
writeFileSync(join(folder, 'tokens.json'), JSON.stringify(tokens));
console.log(`${lines.length} pairs of ${texts.size} texts`);
