import * as z from 'zod';
import { countCharacters } from '../../../domain/text.ts';
import type { AnalysisQuestion } from '../../analysis-type.ts';
import { count, share } from '../../envelope.ts';
import { compareText, figure } from '../../kit/figures.ts';
import { chiSquareTest, testFit } from '../../kit/statistics/chi-square.ts';
import { resultObject } from '../../result-schema.ts';
import {
  adviseOnLength,
  adviseOnPositions,
  fitToChance,
  type LengthTally,
  noteOnSize,
} from './bias-advice.ts';

/** With fewer questions the shares are too noisy. */
export const minQuestionsForBias = 30;

const advice = z.string().nullable().meta({
  description:
    'What to do about it; null unless a share differs from chance by at least 0.05 with p < 0.01.',
});

const note = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Why there is no advice although p < 0.01: the difference is too small to matter; null otherwise. ' +
      'Not recorded before engine_version 4.',
  });

export const positionBias = resultObject(
  'PositionBias',
  'Where the correct answer is among the sorted choices. Positions are not stored: choices are sorted by ' +
    'value or alphabet.',
  {
    choices: z.int().min(2).meta({ description: 'Number of choices of these questions.' }),
    questions: count.meta({ description: 'Number of questions with this many choices.' }),
    positions: z.array(count).meta({
      description: 'Number of questions with the correct answer at each rank, smallest first.',
    }),
    chi_square: chiSquareTest
      .nullable()
      .meta({ description: 'Goodness of fit to a uniform distribution; null with few questions.' }),
    advice,
    note,
  },
);

export const lengthBias = resultObject(
  'LengthBias',
  'Whether correct answers are longer or shorter than incorrect ones.',
  {
    questions: count.meta({ description: 'Number of questions with choices.' }),
    longest_share: share.meta({
      description: 'Share of questions whose correct answer is the longest choice.',
    }),
    shortest_share: share.meta({
      description: 'Share of questions whose correct answer is the shortest choice.',
    }),
    expected_share: share.meta({ description: 'Share expected by chance for either.' }),
    length_ratio: z
      .number()
      .min(0)
      .meta({ description: 'Mean length of correct answers / mean length of incorrect ones.' }),
    chi_square: chiSquareTest
      .nullable()
      .meta({ description: 'Test of longest_share against expected_share.' }),
    advice,
    note,
  },
);

export interface ChoiceBias {
  readonly positions: z.output<typeof positionBias>[];
  readonly length: z.output<typeof lengthBias> | null;
}

/** Accumulates the position and relative length of correct answers among their choices. */
export function createBiasTally() {
  const positionCounts = new Map<number, number[]>();
  const lengths: LengthTally = {
    questions: 0,
    longest: 0,
    shortest: 0,
    expected: 0,
    right: 0,
    wrong: 0,
  };
  return {
    add({ correctAnswer, incorrectAnswers }: AnalysisQuestion): void {
      if (incorrectAnswers.length === 0) return;
      const choices = [correctAnswer, ...incorrectAnswers];
      const counts = positionCounts.get(choices.length) ?? choices.map(() => 0);
      const position = [...choices].sort(compareChoices).indexOf(correctAnswer);
      counts[position] = (counts[position] ?? 0) + 1;
      positionCounts.set(choices.length, counts);

      const [right = 0, ...wrong] = choices.map(countCharacters);
      lengths.questions += 1;
      lengths.expected += 1 / choices.length;
      lengths.longest += shareOfRank(right, wrong, Math.max(...wrong), 1);
      lengths.shortest += shareOfRank(right, wrong, Math.min(...wrong), -1);
      lengths.right += right;
      lengths.wrong += wrong.reduce((sum, each) => sum + each, 0) / wrong.length;
    },
    read(): ChoiceBias {
      const { questions, longest, shortest, expected, right, wrong } = lengths;
      const positions = [...positionCounts]
        .map(([choices, counts]) => {
          const total = counts.reduce((sum, each) => sum + each, 0);
          const even = counts.map(() => total / choices);
          const fit = total < minQuestionsForBias ? null : testFit(counts, even);
          return {
            choices,
            questions: total,
            positions: counts,
            chi_square: fit,
            advice: adviseOnPositions(counts, fit),
            note: noteOnSize(counts, total / choices, fit, total),
          };
        })
        .sort((one, other) => one.choices - other.choices);
      if (questions < minQuestionsForBias) return { positions, length: null };
      const fit = fitToChance(longest, expected, questions);
      const lengthAdvice = adviseOnLength(lengths);
      return {
        positions,
        length: {
          questions,
          longest_share: figure(longest / questions),
          shortest_share: figure(shortest / questions),
          expected_share: figure(expected / questions),
          length_ratio: figure(right / Math.max(wrong, 1)),
          chi_square: fit,
          advice: lengthAdvice,
          note: lengthAdvice === null ? noteOnSize([longest], expected, fit, questions) : null,
        },
      };
    },
  };
}

/** 1 if only the correct answer ranks first, a fraction if it ties, otherwise 0. */
function shareOfRank(right: number, wrong: number[], best: number, direction: 1 | -1): number {
  if ((right - best) * direction > 0) return 1;
  return right === best ? 1 / (1 + wrong.filter((each) => each === best).length) : 0;
}

/**
 * The correct answer is stored separately, so its position is the one among the sorted choices, the
 * way many front-ends show numbers: a key that is often in the middle becomes visible.
 */
function compareChoices(one: string, other: string): number {
  const [first, second] = [readNumber(one), readNumber(other)];
  if (!Number.isNaN(first) && !Number.isNaN(second))
    return first - second || compareText(one, other);
  return compareText(one.toLowerCase(), other.toLowerCase()) || compareText(one, other);
}

function readNumber(text: string): number {
  const plain = text.replaceAll(',', '').replace('−', '-').replace(/%$/, '').trim();
  return plain === '' ? Number.NaN : Number(plain);
}
