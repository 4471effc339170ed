import { kinds } from '../../kit/text/characters.ts';
import { countWords } from '../../kit/text/words.ts';
import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadText,
  stemRule,
  textRule,
} from './rule.ts';

const tooLong = textRule(
  {
    id: 'too_long',
    severity: 'info',
    field: ['question_text', 'correct_answer'],
    description: 'More words than max_words (question) or max_answer_words (answer).',
    why: 'Long texts test reading speed; what is not needed to answer hides what is asked.',
  },
  (read, _question, { max_words, max_answer_words }) => {
    const limit = read.field === 'question_text' ? max_words : max_answer_words;
    const words = wordsIn(read);
    return words > limit
      ? [findingOnText(read, `${words} words; the maximum is ${limit}.`)]
      : noFindings;
  },
);

const tooShort = stemRule(
  {
    id: 'too_short',
    severity: 'warning',
    description: 'Fewer than three words or numbers.',
    why: 'Two words rarely say what is asked.',
  },
  ({ stem }) => {
    const words = wordsIn(stem);
    if (
      words >= 3 ||
      /^(?:define|name|spell|translate|simplify|solve|factori[sz]e|calculate|compute|evaluate) /i.test(
        stem.text,
      )
    )
      return noFindings;
    const signs = stem.text.match(/[+−×÷=*/^√∫<>%-]/g)?.length ?? 0;
    if (words + signs >= 3) return noFindings;
    return [
      findingOnText(stem, `The question has only ${words === 1 ? 'one word' : `${words} words`}.`),
    ];
  },
);

/** Only beyond ASCII are there scripts without spaces. */
function wordsIn({ text, words, kinds: textKinds }: ReadText): number {
  return textKinds & kinds.nonAscii ? countWords(text, words) : words.length;
}

export const lengthRules: readonly QualityRule[] = [tooLong, tooShort];
