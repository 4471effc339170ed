import { isQuoting } from './asked.ts';
import { emphasize } from './negations.ts';
import { noFindings, textFields, textRule } from './rule.ts';

const emphasis =
  /\*\*(?=[\p{L}\d"“])([^*\n]{1,80})(?<=\S)\*\*|(?<![\p{L}\p{N}*/\\])\*(?=[\p{L}"“])([^*\n]{1,80})(?<=[\p{L}\d.!?"”])\*(?![\p{L}\p{N}*/])|\[([^\]\n]{1,80})\]\(https?:\/\/[^)\s]{1,200}\)/gu;

export const markdown = textRule(
  {
    id: 'markdown',
    severity: 'warning',
    field: textFields,
    requires: ['question_text'],
    description: 'Markdown such as **bold**, *italic* or a link in plain text.',
    why: 'Readers see the signs instead of their effect.',
  },
  ({ text }, { stem, plainText }) => {
    // "*sniff*" is what is done in a dialogue.
    if (isQuoting(plainText)) return noFindings;
    if (!/\*.+\*|\]\(/s.test(text) || isAboutSigns.test(stem.text)) return noFindings;
    return Array.from(text.matchAll(emphasis), (match) => {
      const [found, bold, italic, link] = match;
      const message = `${found} is Markdown.`;
      const fix = emphasize(bold ?? italic ?? link ?? '');
      return { start: match.index, end: match.index + found.length, message, fix };
    });
  },
);

/** There, stars are what they are. */
const isAboutSigns =
  /\b(?:markdown|markup|pointers?|operators?|asterisks?|code|program\w*|python|java\w*|c\+\+|expression|multipl\w+|regular)\b|[=;{}]/i;
