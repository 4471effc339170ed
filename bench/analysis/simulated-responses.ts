import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { createNormal } from './normal.ts';

interface Item {
  readonly a: number;
  readonly b: number;
  /** The stored level, true to the cuts of b that the schema names. */
  readonly difficulty: number;
}

interface Simulation {
  readonly respondents: number;
  readonly questions: number;
  readonly model: 'none' | 'rasch' | '2pl';
  /** The mean ability of the respondents; levels are those of a mean of 0. */
  readonly ability: number;
}

export const respondentCounts = [20, 30, 50, 100, 200, 500, 1000, 2000];
const questionCounts = [5, 10, 20, 40];
/** The share of questions that chance answers. */
const randomShare = 0.1;

/** Shares of flagged questions: sound ones, and ones without discrimination. */
export async function simulateFlags(
  { respondents, questions, model, ability: mean }: Simulation,
  tests: number,
) {
  const random = createRandom(respondents + questions);
  const normal = createNormal(random);
  const flagged = { sound: 0, random: 0 };
  const all = { sound: 0, random: 0 };
  for (let test = 0; test < tests; test += 1) {
    const items = Array.from({ length: questions }, (_, at) =>
      at < Math.max(1, randomShare * questions) ? randomItem(random) : soundItem(random, normal),
    );
    const scores = Array.from({ length: respondents }, () => {
      const ability = mean + normal();
      return items.map(({ a, b }) =>
        Number(random() < 1 / (1 + Math.exp(a === 0 ? b : -a * (ability - b)))),
      );
    });
    for (const { question_id, flags } of await listItems(items, scores, model)) {
      const kind = items[Number(question_id)]?.a === 0 ? 'random' : 'sound';
      all[kind] += 1;
      if (flags.some((flag) => mean === 0 || !difficultyFlags.has(flag))) flagged[kind] += 1;
    }
  }
  return { sound: flagged.sound / all.sound, random: flagged.random / all.random };
}

/** Discriminations 0.8–2, difficulties standard normal within ±2. */
function soundItem(random: () => number, normal: () => number): Item {
  const a = 0.8 + 1.2 * random();
  let b = normal();
  while (Math.abs(b) > 2) b = normal();
  return { a, b, difficulty: b < -1 ? 0 : b < 0.5 ? 1 : 2 };
}

/** Answered by chance; its facility of 0.2–0.8 fits its level. */
function randomItem(random: () => number): Item {
  const facility = 0.2 + 0.6 * random();
  const b = Math.log((1 - facility) / facility);
  return { a: 0, b, difficulty: facility >= 0.7 ? 0 : facility >= 0.4 ? 1 : 2 };
}

async function listItems(items: readonly Item[], scores: number[][], model: string) {
  const questions = items.map(
    ({ difficulty }, at): AnalysisQuestion => ({
      id: String(at),
      version: 1,
      questionText: 'Which?',
      correctAnswer: 'This',
      incorrectAnswers: [],
      category: 'Science',
      difficulty,
      topicFocus: null,
    }),
  );
  const responses = { question_ids: questions.map(({ id }) => id), scores };
  const parameters = itemStatistics.parameters.parse({ items: 'all', model, responses });
  const control = { progress: () => {}, signal: { aborted: false } };
  return (await itemStatistics.run([questions], parameters, control)).items;
}

/** For strong respondents, an easy question is too easy. */
const difficultyFlags: ReadonlySet<string> = new Set(['too_easy', 'too_hard']);

/** Respondents as strong as the levels suppose, weaker and stronger ones. */
const abilities = [0, -1.2, 1.2];

/** The worst share of sound questions that are flagged, and the least of those without discrimination. */
export async function simulateItemFlags(): Promise<string> {
  let worst = { share: -1, at: '' };
  let least = { share: 2, at: '' };
  let simulated = 0;
  for (const questions of questionCounts) {
    for (const respondents of respondentCounts) {
      for (const ability of abilities) {
        const tests = Math.ceil(1000 / questions);
        const simulation = { questions, respondents, ability, model: 'none' } as const;
        const { sound, random } = await simulateFlags(simulation, tests);
        const at = `${questions} × ${respondents}, mean ability ${ability}`;
        simulated += tests * questions;
        if (sound > worst.share) worst = { share: sound, at };
        if (respondents === 500 && ability === 0 && random < least.share) {
          least = { share: random, at };
        }
      }
    }
  }
  return (
    `sound questions flagged ≤ ${(100 * worst.share).toFixed(1)} % (most at ${worst.at}), ` +
    `without discrimination ≥ ${(100 * least.share).toFixed(0)} % at 500 (least at ${least.at}); ` +
    `${simulated.toLocaleString('en')} questions`
  );
}
