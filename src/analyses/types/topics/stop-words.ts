import { functionWords } from '../../kit/text/function-words.ts';

/** Words of questions in general, which say nothing about what one is about. */
const questionWords =
  'name named names called call known give given following many much type kind word term used use ' +
  'uses using often usually commonly mainly first last second third found made make makes take ' +
  'takes come comes became become like while during within against because without ' +
  'according one own per now ago away back just even ever never still yet too rather whether ' +
  'either neither though although until since upon onto among along around across near far ' +
  'true false correct answer question above below get got let put say says said see seen ' +
  'different main several another itself himself herself themselves';

/** Where RAKE ends a phrase, and what is no term of a topic. */
export const stopWords: ReadonlySet<string> = new Set([
  ...functionWords,
  ...questionWords.split(' '),
]);
