import fc from 'fast-check';
import type {
  AnalysisControl,
  AnalysisQuestion,
  AnalysisType,
} from '../../src/analyses/analysis-type.ts';
import type { AnalysisResult, ItemsKept } from '../../src/analyses/envelope.ts';
import { categories } from '../../src/domain/question.ts';

export function makeQuestion(changes: Partial<AnalysisQuestion> = {}): AnalysisQuestion {
  return {
    id: 'q-1',
    version: 1,
    questionText: 'Which planet is closest to the Sun?',
    correctAnswer: 'Mercury',
    incorrectAnswers: [],
    category: 'Astronomy',
    difficulty: 0,
    topicFocus: null,
    ...changes,
  };
}

export const silent: AnalysisControl = {
  progress: () => {},
  signal: { aborted: false },
  embed: async (texts) => texts.map(embedByLetters),
};

/** Replaces a model: counts of letter trigrams, so that similar texts have similar vectors. */
export function embedByLetters(text: string): Float32Array {
  const vector = new Float32Array(50);
  const letters = ` ${text.toLowerCase()} `;
  for (let at = 0; at + 3 <= letters.length; at += 1) {
    let hash = 7;
    for (let next = at; next < at + 3; next += 1) {
      hash = (Math.imul(hash, 31) + letters.charCodeAt(next)) >>> 0;
    }
    const index = hash % vector.length;
    vector[index] = (vector[index] ?? 0) + 1;
  }
  return vector;
}

/** Runs on small pages, like the engine; the result must match its schema. */
export async function runOn<P extends { items: ItemsKept }, R extends AnalysisResult>(
  type: AnalysisType<P, R>,
  questions: readonly AnalysisQuestion[],
  parameters: object = {},
  control: AnalysisControl = silent,
): Promise<R> {
  const result = await type.run(pagesOf(questions), type.parameters.parse(parameters), control);
  return type.result.parse(result);
}

export function* pagesOf(questions: readonly AnalysisQuestion[], size = 7) {
  for (let at = 0; at < questions.length; at += size) yield questions.slice(at, at + size);
}

const texts = [
  'Which of these is not a planet?',
  'What is 2 + 2?',
  'TODO: write this',
  'ما هي عاصمة مصر؟',
  '日本の首都はどこですか？',
  'Which emoji is 👩‍👩‍👧‍👦 (a family)?',
  'Z̷̨a̸l̵g̶o̵ ͆comes',
  'How many &amp; are there in 2019?',
  'Mars',
  'mars',
  'True',
  '1969',
  '12 (34',
];

const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.lorem(),
);

/** Sets of questions, typical and unusual, with unique ids. */
export const anyQuestions = fc
  .array(
    fc.record({
      version: fc.nat(),
      questionText: text,
      correctAnswer: text,
      incorrectAnswers: fc.array(text, { maxLength: 4 }),
      category: fc.constantFrom(...categories, 'Unheard of'),
      difficulty: fc.nat({ max: 2 }),
      topicFocus: fc.constantFrom(null, 'Planets', 'Moons'),
    }),
    { maxLength: 60 },
  )
  .map((all) => all.map((each, at) => ({ id: `q-${at}`, ...each })));
