import { agentNoun, isClassNoun } from './idle-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { isWholeFocus } from './rewording.ts';

/** "Which artist painted it" and "who painted it"; not "what is it". */
export function isFreeFocus(word: ContentWord, stem: ReadStem, other: ReadStem): boolean {
  if (!word.isFocus || !isWholeFocus(word.form, stem.text)) return false;
  if (other.content.some(({ isFocus }) => isFocus)) return false;
  const { asked } = other.form;
  if (asked === 'who') return isAgent(word);
  return asked === 'when' || asked === 'where' || !/^what (?:is|are|was|were)\b/.test(other.text);
}

/** Whether a word only belongs to how a question is put: "can you find", "around", "how many days". */
export function isFiller(
  word: ContentWord,
  stem: ReadStem,
  other: ReadStem,
  others: readonly ContentWord[],
): boolean {
  const { kind, meaning, form } = word;
  if (kind !== 'word' || word.isQualifier) return false;
  if (isClassNoun(word) && isBesideName(word, stem)) return true;
  if (idleMeanings.has(meaning) || idleMeanings.has(form)) return true;
  // "Around a circle" beside "from its center to its edge".
  if (particles.has(form)) return others.length === 0 || !ways.has(form);
  const isQuantity = quantities.has(form) || (units.has(form) && isUnit(word, stem));
  if ((isCounted(stem) || isCounted(other)) && isQuantity) return true;
  const next = stem.content[stem.content.indexOf(word) + 1];
  return next?.kind === 'number' && appearing.has(meaning);
}

/** Whether "who" may ask for it. */
export function isAgent({ form, meaning }: ContentWord): boolean {
  return agents.has(meaning) || agents.has(form) || agentNoun.test(form);
}

const agents = new Set(
  'company band team country author write act king queen president woman man monarch group artist god goddess character prince princess lady poet airline organization club duo trio studio brand label university party tribe saint knight pirate spy chef judge captain astronaut cosmonaut nurse soprano boy girl child scientist state nation athlete family people pope ruler rule star legend idol hero physicist chemist'.split(
    ' ',
  ),
);

/** "How many days", "in days"; not "how long is a day". */
function isUnit(word: ContentWord, { content }: ReadStem): boolean {
  return word.preposition === 'in' || content[content.indexOf(word) - 1]?.form === 'many';
}

function isBesideName(word: ContentWord, { content, text }: ReadStem): boolean {
  const at = content.indexOf(word);
  const [before, next] = [content[at - 1], content[at + 1]];
  const isBeside = (one: string, other: string) => ` ${text} `.includes(` ${one} ${other} `);
  if (before?.kind === 'name' && isBeside(before.form, word.form)) return true;
  return (
    next?.kind === 'name' &&
    (isBeside(word.form, next.form) || isBeside(word.form, `the ${next.form}`))
  );
}

function isCounted({ form }: ReadStem): boolean {
  return form.asked === 'count' || form.asked === 'age';
}

export const idleMeanings: ReadonlySet<string> = new Set(
  (
    'find see someone know able bear case order say once hit title appear consider owe become stand represent ' +
    'refer call give belong travel famed noted popular well person exist member other alive'
  ).split(' '),
);

const particles = new Set(
  'during around out over up down off through between about across along within upon near together alongside away back his her him himself herself itself themselves us'.split(
    ' ',
  ),
);
const ways = new Set('around through across between'.split(' '));

export const units: ReadonlySet<string> = new Set(
  'day hour minute year second week month km mi m ft kg percent degree'.split(' '),
);
const quantities = new Set('long much many far take number total old age'.split(' '));
const appearing = new Set(
  'record publish release air broadcast premiere launch happen hold'.split(' '),
);
