import { functionWords } from '../../kit/text/function-words.ts';

/** Words common in any question, which do not indicate a topic. */
const questionWords =
  'name named names called call known give given following many much type kind word term used use ' +
  'uses using often usually commonly mainly first last second third found made make makes take ' +
  'takes come comes became become like while during within against because without ' +
  'according one own per now ago away back just even ever never still yet too rather whether ' +
  'either neither though although until since upon onto among along around across near far ' +
  'true false correct answer question above below get got let put say says said see seen ' +
  'different main several another itself himself herself themselves';

/** Words that end a phrase in RAKE and are not terms. */
export const stopWords: ReadonlySet<string> = new Set([
  ...functionWords,
  ...questionWords.split(' '),
]);
