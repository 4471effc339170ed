import type { AnalysisQuestion, StoredResponse } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { makeQuestion } from './questions.ts';

export interface SimulatedItem {
  readonly a: number;
  readonly b: number;
  /** Other parameters in group "b". */
  readonly inGroupB?: { readonly a?: number; readonly b?: number };
  /** Other parameters in the second half of the time. */
  readonly later?: { readonly b: number };
  /** The stored key is the option "w1", though "key" is right. */
  readonly isMiskeyed?: boolean;
}

export interface Simulation {
  readonly seed: number;
  readonly respondents: number;
  readonly items: readonly SimulatedItem[];
  /** The mean ability of group "b"; that of group "a" is 0. */
  readonly meanOfB?: number;
  /** The share of the questions that each respondent answers. */
  readonly answered?: number;
}

export const idOf = (item: number) => `q-${String(item).padStart(2, '0')}`;

const wrongOptions = ['w1', 'w2', 'w3'];

/** The questions of a simulation: the key is "key", or "w1" for a miskeyed one. */
export function simulatedQuestions(items: readonly SimulatedItem[]): AnalysisQuestion[] {
  return items.map(({ isMiskeyed }, item) => {
    const choices = ['key', ...wrongOptions];
    const correctAnswer = isMiskeyed ? 'w1' : 'key';
    const incorrectAnswers = choices.filter((choice) => choice !== correctAnswer);
    return makeQuestion({ id: idOf(item), correctAnswer, incorrectAnswers });
  });
}

/**
 * Responses by a 2PL model: P(right) = 1 / (1 + exp(−a · (θ − b))), θ standard normal by Box and Muller.
 * Respondents alternate between the groups "a" and "b"; the time advances by a minute each. Wrong answers
 * choose w1 to w3 with probabilities .6, .4 and 0. Sorted as the database sorts them.
 */
export function simulateResponses(simulation: Simulation): StoredResponse[] {
  const { seed, respondents, items, meanOfB = 0, answered = 1 } = simulation;
  const random = createRandom(seed);
  return Array.from({ length: respondents }).flatMap((_, respondent) => {
    const isB = respondent % 2 === 1;
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const ability = normal + (isB ? meanOfB : 0);
    return items.flatMap((item, at): StoredResponse[] => {
      const isLate = respondent >= respondents / 2;
      const { a, b } = {
        ...item,
        ...(isB ? item.inGroupB : {}),
        ...(isLate ? item.later : {}),
      };
      const isRight = random() < 1 / (1 + Math.exp(-a * (ability - b)));
      const wrong = random() < 0.6 ? 'w1' : 'w2';
      if (answered < 1 && random() >= answered) return [];
      const option = isRight ? 'key' : wrong;
      return [
        {
          respondent: `r-${String(respondent).padStart(6, '0')}`,
          questionId: idOf(at),
          score: Number(option === (item.isMiskeyed ? 'w1' : 'key')),
          option,
          group: isB ? 'b' : 'a',
          recordedAt: Date.UTC(2026, 0, 1) + respondent * 60_000,
        },
      ];
    });
  });
}

/** The data that the references of R were computed from: 500 respondents, 8 questions. */
export const referenceSimulation: Simulation = {
  seed: 19,
  respondents: 500,
  meanOfB: -0.3,
  items: [
    { a: 1, b: -1.5 },
    { a: 1.2, b: -0.8 },
    { a: 1, b: -0.2, inGroupB: { b: 0.9 } },
    { a: 0.8, b: 0.1 },
    { a: 1.4, b: 0.4 },
    { a: 1.8, b: 0, inGroupB: { a: 0.3 } },
    { a: 1, b: 0.9, later: { b: 0.2 } },
    { a: 1.1, b: 1.4 },
  ],
};
