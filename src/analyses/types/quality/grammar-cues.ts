import {
  findingOnText,
  noFindings,
  type QualityRule,
  type ReadText,
  stemRule,
  textRule,
} from './rule.ts';

/** Neither "a/an", which fits all choices, nor the letter of "vitamin A". */
const articleAtBlank =
  /(?<![\p{L}/.])(?:(an?)\s*(?:_{2,}|…|\.{3}|:|\?)?\s*[.:?]?\s*$|([Aa]n?)\s+_{2,})/u;

/** After an article these are wrong whatever the sound: they do not continue the sentence. */
const determiner = /^(?:an?|the|all|any|both|each|either|every|neither|no|none|some)\b/i;

const articleCue = stemRule(
  {
    id: 'article_cue',
    severity: 'warning',
    requires: ['correct_answer'],
    description: 'The question ends in "a" or "an", which rules out some of the choices.',
    why: 'Grammar alone excludes choices, so that it is not the knowledge that counts.',
  },
  ({ plainText, answer, wrong }) => {
    // With several blanks, a choice does not begin where the article stands.
    if (wrong.length === 0 || /_{2,}[^_]+_{2,}/.test(plainText)) return noFindings;
    const match = articleAtBlank.exec(plainText.slice(-200));
    const article = match?.[1] ?? match?.[2];
    if (!match || !article) return noFindings;
    const needsVowel = article.toLowerCase() === 'an';
    const fits = (choice: ReadText) => hasVowelSound(choice.text) === needsVowel;
    const isExcluded = (choice: ReadText) =>
      /^\p{L}/u.test(choice.text) && !determiner.test(choice.text) && !fits(choice);
    if (!fits(answer) || !wrong.some(isExcluded)) return noFindings;
    const start = Math.max(0, plainText.length - 200) + match.index;
    const message = `"${article}" excludes the choice ${JSON.stringify(wrong.find(isExcluded)?.text)}.`;
    return [
      { start, end: start + article.length, message, fix: /^A/.test(article) ? 'A(n)' : 'a(n)' },
    ];
  },
);

function hasVowelSound(text: string): boolean {
  const word = text.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '');
  if (/^(?:hour|honest|heir|honou?r|8|11|18)/.test(word)) return true;
  return (
    /^[aeiou]/.test(word) &&
    !/^(?:uni(?!n|m)|us[aeu]|eu|ew|one\b|once|u[kr]|uranium|ufo|utopia|ubiqu|ute)/.test(word)
  );
}

const pluralStem =
  /\b(?:(?:[Ww]hich|[Ww]hat) (?:two|three|four|several|of (?:the following|these)(?: \p{Ll}+s)? (?:are|were)|(?!does\b|this\b)\p{Ll}{3,}[^siu]s) (?!is\b|was\b|has\b|of\b|does\b|did\b)|[Ww]hat (?:are|were)\b|[Ww]hich (?:are|were)\b|[Ww]ho (?:are|were)\b|are (?:called|known as)|(?:are|were)(?: the)?\s*(?::|…|\.{3}|_{2,})?\s*$|(?<!\bof )\bthese \p{L}+s\b(?! (?:is|was|has|does|did)\b))/u;

const numberCue = textRule(
  {
    id: 'number_cue',
    severity: 'info',
    field: ['correct_answer'],
    description: 'Only the correct answer is plural, as the question demands.',
    why: 'Grammar alone excludes the other choices.',
  },
  (read, { asked, wrong }) => {
    if (wrong.length < 2 || asked.text.length > 1000) return noFindings;
    const isCue =
      (isPlural(read) && wrong.every(isSingular)) ||
      (isSeveralNames(read) && wrong.every(isOneName));
    if (!isCue || !pluralStem.test(asked.text)) return noFindings;
    const message = 'The question asks for several, and only the answer is plural.';
    return [findingOnText(read, message)];
  },
);

/** A common noun in the plural; with more capitals it is a name. */
function isPlural({ words, text }: ReadText): boolean {
  const last = words.at(-1)?.folded ?? '';
  if (isNameLike(words) || words.length > 4 || /^an? /i.test(text)) return false;
  if (singularWithS.test(last)) return false;
  return (
    /[^siu'’]s$/.test(last) ||
    /\b(?:men|women|children|mice|geese|feet|teeth|people|bacteria|fungi|mitochondria|nuclei|phenomena|criteria|\p{L}+(?:oli|uli|illi|brae|vae|nnae))$/u.test(
      last,
    )
  );
}

/** Subjects, diseases and places that look like a plural. */
const singularWithS =
  /ics$|^(?:alas|athens|atlas|bahamas|billiards|brussels|canvas|chess|christmas|diabetes|gas|herpes|honduras|kansas|kudos|lens|maldives|mars|measles|mumps|naples|netherlands|news|paris|philippines|rabies|rickets|scabies|series|seychelles|species|texas|wales)$/;

function isSingular({ words, text }: ReadText): boolean {
  if (/^an? /i.test(text)) return true;
  const last = words.at(-1)?.folded ?? '';
  const isOne = words.length > 0 && words.length <= 4 && !isNameLike(words);
  return (
    isOne &&
    /^\p{L}+$/u.test(last) &&
    !/(?<![ui])s$|^(?:men|women|children|mice|geese|feet|teeth|people|bacteria|fungi|sheep|fish|deer)$/.test(
      last,
    ) &&
    !/ and |,/.test(text)
  );
}

/** "The Wright brothers", "Romulus and Remus". */
function isSeveralNames({ words, text }: ReadText): boolean {
  return (
    words.some(({ raw }) => /^\p{Lu}/u.test(raw)) &&
    /^(?!The )\p{L}+ (?:and|&) \p{L}+$|\p{L} (?:and|&) \p{Lu}|^\p{L}+ and the \p{Lu}|\b(?:brothers|sisters|twins)$/u.test(
      text,
    )
  );
}

/** "Louis Blériot"; not "The Beatles", "Normans" or "Penn & Teller". */
function isOneName({ words, text }: ReadText): boolean {
  return (
    words.length > 0 &&
    words.every(({ raw }) => /^\p{Lu}/u.test(raw)) &&
    !/^the |s$| and |[&,]/i.test(text)
  );
}

function isNameLike(words: readonly { raw: string }[]): boolean {
  return (
    words.slice(1).some(({ raw }) => /^\p{Lu}/u.test(raw)) ||
    words.some(({ raw }) => /^\d/.test(raw))
  );
}

export const grammarCueRules: readonly QualityRule[] = [articleCue, numberCue];
