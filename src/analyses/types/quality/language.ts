import { functionWords } from '../../kit/text/function-words.ts';
import { countWords, type Word } from '../../kit/text/words.ts';
import type { DetectedLanguage } from './language-detector.ts';
import { findingOnText, noFindings, stemRule } from './rule.ts';
import type { Spelling } from './spelling.ts';

/** Shorter texts are mostly names and formulas, whose language cannot be detected. */
const minWords = 4;

/** Names look foreign in any language, so that many other words are required. */
const minPlainWords = 2;

/** The score of the expected language may be at most this share of the best one. */
const maxScoreRatio = 0.9;

export const unexpectedLanguage = stemRule(
  {
    id: 'unexpected_language',
    severity: 'info',
    description:
      'The question is not in the language of the parameter language. Quotations, names and short ' +
      'texts are ignored.',
    why: 'Readers of the expected language cannot answer it.',
  },
  ({ stem, plainText, plainWords }, { language, detect, spelling }) => {
    if (!detect || (language === 'en' && isSurelyEnglish(plainWords))) return noFindings;
    const count = countWords(plainText, plainWords);
    if (count < minWords || isMostlyNames(plainWords)) return noFindings;
    // "Van den Haag is": a name and one English word.
    if (count === minWords && plainWords.some(({ folded }) => functionWords.has(folded)))
      return noFindings;
    if (language === 'en' && spelling && isMostlyEnglish(plainWords, spelling)) return noFindings;
    const detected = detect(plainText);
    if (!isOtherLanguage(detected, language)) return noFindings;
    const message = `The text seems to be ${nameOf(detected.language)}, not ${nameOf(language)}.`;
    return [findingOnText(stem, message)];
  },
);

const englishOnly = new Set(
  "the what which who how and this that where when does did with from whose why who's what's".split(
    ' ',
  ),
);

/** German has "was" and "in", Dutch "is" and "of": alone they prove nothing. */
const englishToo = new Set('is was were are of for by in name'.split(' '));

/** Skips the detector for nine of ten English questions, and avoids its mistakes on foreign names. */
function isSurelyEnglish(words: readonly Word[]): boolean {
  let [proof, hint]: (string | undefined)[] = [undefined, undefined];
  for (const { folded } of words) {
    if (englishOnly.has(folded)) {
      if (hint !== undefined || (proof !== undefined && proof !== folded)) return true;
      proof = folded;
    } else if (englishToo.has(folded)) {
      if (proof !== undefined) return true;
      hint = folded;
    }
  }
  return false;
}

const maxEnglish = 0.65;

/** The detector judges by letters: it takes "Angkor Wat is in Cambodia" for Dutch. */
function isMostlyEnglish(words: readonly Word[], spelling: Spelling): boolean {
  const plain = words.filter(
    ({ raw, folded }, at) => /^[a-z]+$/.test(folded) && (at === 0 || raw === folded),
  );
  // "De", "la" and "een" are listed too: short words count only if they are common.
  const known = plain.filter(
    ({ folded }) => functionWords.has(folded) || (folded.length > 3 && spelling.isWord(folded)),
  ).length;
  return (
    plain.length > 0 && plain.length >= words.length * 0.2 && known / plain.length >= maxEnglish
  );
}

const capital = /^[\p{Lu}\p{Lt}\p{N}]/u;
const caseless = /\p{Lo}/u;

function isMostlyNames(words: readonly Word[]): boolean {
  let plain = 0;
  for (const { raw } of words) {
    if (caseless.test(raw)) return false;
    if (!capital.test(raw)) plain += 1;
    if (plain === minPlainWords) return false;
  }
  return true;
}

function isOtherLanguage(detected: DetectedLanguage, expected: string): boolean {
  if (detected.language === '' || detected.language === expected) return false;
  const scores = detected.getScores();
  const [best, expectedScore] = [scores[detected.language] ?? 0, scores[expected] ?? 0];
  // Without any match the expected language is ruled out.
  return expectedScore === 0 || (expectedScore <= best * maxScoreRatio && detected.isReliable());
}

let names: Intl.DisplayNames | undefined;

function nameOf(language: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(language) ?? language;
}
