import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';

const openings =
  'what is the|who was the first|in which year did the|which of the|name the|how many|where was|who wrote|what do you call a|which country has the|what was the name of the|when did'.split(
    '|',
  );
const syllables =
  'ba be bi bo bu ca ce co da de di do du fa fe fi ga ge go ha he hi ka ke ki la le li lo lu ma me mi mo na ne ni no nu pa pe pi po ra re ri ro ru sa se si so ta te ti to tu va ve vi za ze'.split(
    ' ',
  );
const vocabulary = 200_000;
const shareOfCopies = 0.02;

/**
 * Questions with Zipf-distributed words, one in fifty a slightly changed copy of an earlier one;
 * always the same.
 */
export function* generateQuestions(count: number, size = 1000): Generator<AnalysisQuestion[]> {
  const random = createRandom(7);
  const recent: string[] = [];
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from);
    yield Array.from({ length }, (_, at) => {
      const earlier = recent[Math.floor(random() * recent.length)];
      const isCopy = earlier !== undefined && random() < shareOfCopies;
      const questionText = isCopy ? changeOneWord(earlier, random) : makeText(random);
      recent[Math.floor(random() * 5000)] = questionText;
      return makeQuestion(from + at, questionText, isCopy ? 'the same' : wordOf(random));
    });
  }
}

function makeQuestion(index: number, questionText: string, correctAnswer: string) {
  return {
    id: `q-${String(index).padStart(8, '0')}`,
    version: 1,
    questionText,
    correctAnswer,
    incorrectAnswers: [],
    category: 'Science',
    difficulty: 0,
    topicFocus: null,
  };
}

function makeText(random: () => number): string {
  const words = Array.from({ length: 5 + Math.floor(random() * 10) }, () => wordOf(random));
  return `${openings[Math.floor(random() * openings.length)]} ${words.join(' ')}?`;
}

function changeOneWord(text: string, random: () => number): string {
  const words = text.split(' ');
  words[Math.floor(random() * words.length)] = wordOf(random);
  return words.join(' ');
}

/** The frequency of the word of rank r is about 1/r. */
function wordOf(random: () => number): string {
  let rest = Math.floor(vocabulary ** random());
  let word = '';
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word;
}
