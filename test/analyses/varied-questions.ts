import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { makeQuestion } from './questions.ts';

const subjects = {
  Astronomy: 'planet star orbit moon comet galaxy telescope eclipse sun nebula',
  Geography: 'river capital mountain desert island border sea country city lake',
  Literature: 'novel poet author play sonnet character writer verse chapter tale',
};

/**
 * Questions whose words indicate category and topic, some of them wrong or missing, of all levels
 * and many lengths: every analysis has findings.
 */
export function makeVaried(count: number): AnalysisQuestion[] {
  const random = createRandom(7);
  const entries = Object.entries(subjects);
  return Array.from({ length: count }, (_, at) => {
    const [category, words] = entries[at % entries.length] ?? ['', ''];
    const all = words.split(' ');
    const word = () => all[Math.floor(random() * all.length)] ?? '';
    const topic = word();
    const rest = Array.from({ length: 2 + (at % 13) }, word).join(' and the ');
    return makeQuestion({
      id: `q-${String(at).padStart(5, '0')}`,
      questionText: `Which ${topic} of ${topic} is the ${rest}?`,
      correctAnswer: word(),
      incorrectAnswers: [word(), word()],
      category: at % 17 === 5 ? 'Science' : category,
      difficulty: Math.floor(random() * 3),
      topicFocus: at % 11 === 4 ? null : topic,
    });
  });
}
