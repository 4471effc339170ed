import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { type BenchQuestion, readBenchQuestions } from '../question-data.ts';

const baseCount = 100_000;
const openTdb = new URL('../../../shared/data/opentdb.jsonl', import.meta.url);

/** How many of the words that are no function words are exchanged in a variation. */
const shareExchanged = 0.4;
/** Vocabulary grows with a bank: names and misspellings that no other question has. */
const shareOfNewWords = 0.02;
const shareWithChoices = 0.5;

/**
 * So many questions, always the same: those of the bench, then variations in which words, numbers and
 * answers come from other questions, so that sentences, vocabulary and topics stay those of real banks.
 */
export async function* readVariedQuestions(count: number): AsyncGenerator<BenchQuestion> {
  const base: BenchQuestion[] = [];
  for await (const question of readBase()) {
    if (base.length === count) break;
    base.push(question);
    yield question;
  }
  const random = createRandom(11);
  for (let index = base.length; index < count; index += 1) {
    const original = base[index % base.length];
    if (original) yield varyQuestion(original, base, random);
  }
}

async function* readBase(): AsyncGenerator<BenchQuestion> {
  if (existsSync(openTdb)) {
    for await (const line of createInterface({ input: createReadStream(openTdb) })) {
      const read = JSON.parse(line);
      yield {
        questionText: read.question_text,
        correctAnswer: read.correct_answer,
        incorrectAnswers: read.distractors,
        category: read.category,
        difficulty: read.difficulty,
        topicFocus: read.topic_focus,
      };
    }
  }
  yield* readBenchQuestions(baseCount);
}

function varyQuestion(
  original: BenchQuestion,
  base: readonly BenchQuestion[],
  random: () => number,
): BenchQuestion {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  const other = pick(base) ?? original;
  const hasChoices = random() < shareWithChoices;
  const choices = Array.from({ length: 3 }, () => pick(base)?.correctAnswer ?? '');
  return {
    questionText: exchangeWords(original.questionText, other.questionText, random),
    correctAnswer: varyNumbers(
      random() < 0.5 ? other.correctAnswer : original.correctAnswer,
      random,
    ),
    incorrectAnswers: hasChoices ? [...new Set(choices)] : [],
    category: original.category,
    difficulty: Math.floor(random() * 3),
    topicFocus: original.topicFocus,
  };
}

function exchangeWords(text: string, other: string, random: () => number): string {
  const donors = contentWords(other);
  return varyNumbers(text, random).replace(contentWord, (word) => {
    const drawn = random();
    if (drawn < shareOfNewWords) return swapLetters(word, random);
    if (drawn > shareOfNewWords + shareExchanged) return word;
    return donors[Math.floor(random() * donors.length)] ?? word;
  });
}

const contentWord = /\b\p{L}{5,}\b/gu;

function contentWords(text: string): string[] {
  return text.match(contentWord) ?? [];
}

function swapLetters(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1));
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

function varyNumbers(text: string, random: () => number): string {
  return text.replace(/\d(?=\d*\b)/g, () => String(Math.floor(random() * 10)));
}
