import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRandom } from '../src/analyses/kit/statistics/seeded-random.ts';
import { categories } from '../src/domain/question.ts';

/** Real questions, if the file exists beside the project; otherwise generated, always the same. */
const realQuestions = new URL('../../shared/data/questions-100k.jsonl', import.meta.url);

export interface BenchQuestion {
  readonly questionText: string;
  readonly correctAnswer: string;
  readonly incorrectAnswers?: readonly string[];
  readonly category: string;
  readonly difficulty: number;
  readonly topicFocus: string | null;
}

export async function* readBenchQuestions(count: number): AsyncGenerator<BenchQuestion> {
  let read = 0;
  if (existsSync(realQuestions)) {
    const lines = createInterface({ input: createReadStream(realQuestions) });
    for await (const line of lines) {
      if (read === count) return;
      yield fromLine(JSON.parse(line), read);
      read += 1;
    }
  }
  for (const question of generateQuestions(count - read)) yield question;
}

/** The same questions on every machine, the six categories and three levels in equal shares. */
export function* generateQuestions(count: number): Generator<BenchQuestion> {
  const random = createRandom(1);
  for (let index = 0; index < count; index += 1) yield generateQuestion(random, index);
}

function fromLine(line: Record<string, string | number | undefined>, index: number): BenchQuestion {
  return {
    questionText: String(line.question_text).slice(0, 2000),
    correctAnswer: String(line.correct_answer).slice(0, 1000),
    category: String(line.category),
    difficulty: Number(line.difficulty ?? index % 3),
    topicFocus: line.topic_focus === undefined ? null : String(line.topic_focus),
  };
}

const words =
  'which river star number author city planet first second law theory book king war sea moon metal bone island poem angle prime queen novel desert comet atom cell gene song game'.split(
    ' ',
  );

function generateQuestion(random: () => number, index: number): BenchQuestion {
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  const text = Array.from({ length: 8 + Math.floor(random() * 10) }, word).join(' ');
  return {
    questionText: `What about ${text}, the ${rareWord(random)} number ${index}?`,
    correctAnswer: `${word()} ${word()}`,
    category: categories[index % categories.length] ?? 'Science',
    difficulty: Math.floor(index / categories.length) % 3,
    topicFocus: word(),
  };
}

/** One of 5,832 words, so that about 17 of 100,000 questions contain the same one. */
function rareWord(random: () => number): string {
  const syllable = () => {
    const [consonant, vowel] = [Math.floor(random() * 6), Math.floor(random() * 3)];
    return `${'bdgkmz'[consonant]}${'aou'[vowel]}`;
  };
  return `${syllable()}${syllable()}${syllable()}`;
}
