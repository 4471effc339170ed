/**
 * `npx tsx bench/analysis/matcher/list-evidence.ts FILE [BANK …]`: writes what the models of `match-grade.ts` weigh, of pairs
 * that the model of pairs has not learned from, for `fit-grade.py`: a line for each pair that the model was asked for
 * and that words do not decide. Pairs of real banks with other keys hardly ever ask the same; of those with one key,
 * nobody has said whether they do, so that they are left out.
 */
import { writeFileSync } from 'node:fs';
import type { AnalysisControl, AnalysisQuestion } from '../../../src/analyses/analysis-type.ts';
import { relateAnswers } from '../../../src/analyses/kit/pairs/answer-forms.ts';
import { compareRead } from '../../../src/analyses/kit/pairs/compare-pair.ts';
import { likenessOf, matchContent } from '../../../src/analyses/kit/pairs/match-content.ts';
import { conflictValues, paraphraseValues } from '../../../src/analyses/kit/pairs/match-grade.ts';
import type { PairEvidence } from '../../../src/analyses/kit/pairs/pair-evidence.ts';
import { readQuestion } from '../../../src/analyses/kit/pairs/read-question.ts';
import { isKeyRejected } from '../../../src/analyses/kit/pairs/rejected-keys.ts';
import { findSeparator } from '../../../src/analyses/kit/pairs/separators.ts';
import { duplicates } from '../../../src/analyses/types/duplicates/duplicates.ts';
import { embedSentences, matchQuestions } from '../bundled-vectors.ts';
import { asQuestion, readPairs, weighedSets } from '../pair-sets.ts';
import { openTdb, readBanks, readLines } from '../real-banks.ts';
import { readParts, type Subject, type WrittenQuestion, weighedParts } from './written.ts';

interface Bank {
  readonly name: string;
  readonly questions: readonly AnalysisQuestion[];
  /** All questions of one subject look alike, which those of a bank do not. */
  readonly weight: number;
  /** Whether two questions ask the same; undefined where nobody has said so. */
  isSame(one: string, other: string, hasOneKey: boolean): boolean | undefined;
}

const real = new URL('../../../../shared/data/questions-100k.jsonl', import.meta.url);

/** A model that is this certain is believed, unless words decide. */
const certain = { match: 8, cosine: 0.95 };

async function* listBanks(): AsyncGenerator<Bank> {
  for (const set of weighedSets) {
    const pairs = await readPairs(set);
    const questions = pairs.flatMap(([, one, key, other, otherKey], at) => [
      asQuestion(`${at}a`, one, key),
      asQuestion(`${at}b`, other, otherKey),
    ]);
    yield {
      name: set,
      questions,
      weight: 1,
      isSame: (one, other) => {
        const isLine = Number.parseInt(one, 10) === Number.parseInt(other, 10);
        const label = pairs[Number.parseInt(one, 10)]?.[0];
        if (isLine) return label === 'C' || label === 'P' || label === 'A';
        // Lines of the editors may ask the same as others.
        return set === 'editors' ? undefined : false;
      },
    };
  }
  const written = readParts<WrittenQuestion>('written-questions.jsonl', weighedParts.questions);
  yield {
    name: 'written questions',
    questions: written.flatMap(({ same, key, wrongKey, others, sameKey }, at) => [
      asQuestion(`${at} same`, same[0], key),
      asQuestion(`${at} same `, same[1 + (at % 2)] ?? '', at % 4 < 2 ? wrongKey : key),
      ...others.map(([text, other], index) => asQuestion(`${at} other ${index}`, text, other)),
      asQuestion(`${at} key`, sameKey, key),
    ]),
    weight: 1,
    isSame: (one, other) => one.trim() === other.trim(),
  };
  for (const part of weighedParts.subjects) {
    const facts = readParts<Subject>('subjects.jsonl', [part]).flatMap((subject) => subject.facts);
    yield {
      name: `subjects ${part}`,
      questions: facts.flatMap(({ asks, key, wrong }, at) => [
        asQuestion(`${at}a`, asks[0], key),
        asQuestion(`${at}b`, asks[1 + (at % 2)] ?? '', at % 4 < 2 ? wrong : key),
      ]),
      weight: 0.3,
      isSame: (one, other) => Number.parseInt(one, 10) === Number.parseInt(other, 10),
    };
  }
  const isReal: Pick<Bank, 'weight' | 'isSame'> = {
    weight: 1,
    isSame: (_one, _other, hasOneKey) => (hasOneKey ? undefined : false),
  };
  const { value: samples } = await readBanks().next();
  if (samples) yield { name: 'samples', questions: samples.questions, ...isReal };
  const trivia = await readLines(openTdb).catch(() => []);
  yield { name: 'OpenTDB', questions: trivia.filter((_, at) => at % 2 === 0), ...isReal };
  const others = (await readLines(real).catch(() => [])).filter(
    ({ source }) => source === 'opentriviaqa',
  );
  yield { name: 'OpenTriviaQA', questions: others.slice(-3000), ...isReal };
}

/** The pairs that the model was asked for, with what it said. */
async function listAsked({ questions }: Bank) {
  const asked: (readonly [string, string, PairEvidence])[] = [];
  const control: AnalysisControl = {
    progress: () => {},
    signal: { aborted: false },
    embed: embedSentences,
    match: async (pairs) => {
      const likeness = await matchQuestions(pairs);
      for (const [at, [one, other]] of pairs.entries()) {
        asked.push([one, other, likeness[at] ?? {}]);
      }
      return likeness;
    },
  };
  await duplicates.run([questions], duplicates.parameters.parse({}), control);
  return asked;
}

async function* listEvidence(bank: Bank): AsyncGenerator<object> {
  const byText = new Map<string, AnalysisQuestion[]>();
  for (const question of bank.questions) {
    const { questionText } = question;
    byText.set(questionText, [...(byText.get(questionText) ?? []), question]);
  }
  for (const [left, right, likeness] of await listAsked(bank)) {
    for (const one of byText.get(left) ?? []) {
      for (const other of byText.get(right) ?? []) {
        if (one === other) continue;
        const line = weigh(one, other, { ...likeness, questions: bank.questions.length });
        const label = line && bank.isSame(one.id, other.id, line.hasOneKey);
        if (!line || label === undefined) continue;
        yield { bank: bank.name, weight: bank.weight, label: label ? 1 : 0, ...line };
      }
    }
  }
}

function weigh(left: AnalysisQuestion, right: AnalysisQuestion, likeness: PairEvidence) {
  const [one, other] = [readQuestion(left), readQuestion(right)];
  const isRejected = (isWholly?: boolean) =>
    isKeyRejected(
      { answer: one.answer, choices: left.incorrectAnswers },
      { answer: other.answer, choices: right.incorrectAnswers },
      isWholly,
    );
  const evidence = { ...likeness, canMatch: true, isRejected };
  // Words decide where not even a certain model makes one question of them.
  const best = compareRead(one, other, { ...evidence, ...certain, questions: 1 });
  if (!Number.isFinite(best.certainty) || best.reasons.includes('needs_choices')) return undefined;
  const hasOneKey = relateAnswers(one.answer, other.answer, false) === 'same';
  const match = matchContent(one, other, hasOneKey);
  const separator = findSeparator(one, other, match, hasOneKey);
  const compared = { one, other, match, likeness: likenessOf(match), separator, evidence };
  const values = hasOneKey ? paraphraseValues(compared) : conflictValues(compared);
  return { hasOneKey, questions: likeness.questions, values };
}

const [, , file, ...names] = process.argv;
if (!file) throw new Error('Usage: npx tsx bench/analysis/matcher/list-evidence.ts FILE [BANK …]');
const lines: string[] = [];
for await (const bank of listBanks()) {
  if (names.length > 0 && !names.includes(bank.name)) continue;
  const before = lines.length;
  for await (const line of listEvidence(bank)) lines.push(JSON.stringify(line));
  console.log(`${bank.name}: ${lines.length - before} pairs of ${bank.questions.length} questions`);
}
writeFileSync(file, `${lines.join('\n')}\n`);
