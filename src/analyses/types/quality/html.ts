import { kinds } from '../../kit/text/characters.ts';
import { emphasize } from './negations.ts';
import { type TextFinding, textFields, textRule } from './rule.ts';

// In code point order, from U+00A0 on.
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
  'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave ' +
  'Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN ' +
  'szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
  'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml';

const characters = new Map([
  ...latinNames.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", hellip: '…', bull: '•', euro: '€' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„', lsaquo: '‹' },
    ...{ rsaquo: '›', ndash: '–', mdash: '—', minus: '−', trade: '™', prime: '′', Prime: '″' },
    ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', infin: '∞', radic: '√', ne: '≠', le: '≤' },
    ...{ ge: '≥', asymp: '≈', sum: '∑', prod: '∏', int: '∫', part: '∂', OElig: 'Œ', oelig: 'œ' },
    ...{ Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ', ensp: ' ', emsp: ' ', thinsp: ' ' },
    ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', theta: 'θ', lambda: 'λ' },
    ...{ mu: 'μ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', omega: 'ω', Omega: 'Ω' },
    ...{ Delta: 'Δ', Sigma: 'Σ', Phi: 'Φ', Pi: 'Π', zwj: '\u200d', zwnj: '\u200c' },
  }),
]);

const entityPattern = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,15}));/g;

export const htmlEntity = textRule(
  {
    id: 'html_entity',
    severity: 'error',
    field: textFields,
    requires: ['question_text'],
    needs: kinds.ampersand,
    description: 'An HTML entity such as &quot; instead of its character.',
    why: 'Readers see the code instead of the character.',
  },
  ({ text }, { stem }) => (aboutEntities.test(stem.text) ? [] : findEntities(text)),
);

/** There, an entity is what is asked about. */
const aboutEntities =
  /\b(?:x?html|xml|markup|(?:character|named) (?:entit|reference|code)\w*|escape (?:sequence|code|character)s?|entit(?:y|ies) (?:for|displays?|represents?|names?|codes?))\b/i;

function findEntities(text: string): TextFinding[] {
  return Array.from(text.matchAll(entityPattern)).flatMap((match): TextFinding[] => {
    const [entity, decimal, hexadecimal, name = ''] = match;
    const meant =
      decimal || hexadecimal
        ? fromCodePoint(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16))
        : characters.get(name);
    if (meant === undefined) return [];
    // Nobody sees that a space is one that does not break, or where a soft hyphen is.
    const fix = meant.replace(/\s/, ' ').replace('\u00ad', '');
    const message = `${entity} is the HTML entity for ${fix === ' ' ? 'a space' : meant}.`;
    return [{ start: match.index, end: match.index + entity.length, message, fix }];
  });
}

const tagNames = new Set(
  (
    'a abbr b big blockquote br center code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i iframe ' +
    'img ins li mark ol p pre q s script small span strike strong style sub sup table tbody td th ' +
    'thead tr tt u ul'
  ).split(' '),
);

const tagStart = /<\/?([a-zA-Z][a-zA-Z\d]{0,14})(?=[\s/>])/y;

export const htmlTag = textRule(
  {
    id: 'html_tag',
    severity: 'error',
    field: textFields,
    requires: ['question_text'],
    needs: kinds.angle,
    description: 'An HTML tag such as <br> in plain text.',
    why: 'Readers see the tag instead of its effect.',
  },
  ({ text }, { stem }) => (asksAboutMarkup(stem.text) ? [] : joinEmphasis(findTags(text), text)),
);

/** "<b>not</b>" loses its emphasis with its tags: they are one finding. */
function joinEmphasis(tags: readonly TextFinding[], text: string): TextFinding[] {
  const joined: TextFinding[] = [];
  for (const tag of tags) {
    const last = joined.at(-1);
    const between = last ? text.slice(last.end, tag.start) : '';
    const fix = emphasize(between);
    if (last && fix !== between) joined[joined.length - 1] = { ...last, end: tag.end, fix };
    else joined.push(tag);
  }
  return joined;
}

function asksAboutMarkup(text: string): boolean {
  return /\b(?:html|xml|tags?|markup|web ?pages?)\b/i.test(text);
}

function findTags(text: string): TextFinding[] {
  const found: TextFinding[] = [];
  for (let start = text.indexOf('<'); start >= 0; ) {
    const next = text.indexOf('<', start + 1);
    const segment = text.slice(start, next < 0 ? undefined : next);
    tagStart.lastIndex = 0;
    const name = tagStart.exec(segment)?.[1]?.toLowerCase() ?? '';
    // <p> alone may be a group or a variable.
    const isTag = tagNames.has(name) && (name.length > 1 || /<\/|<\w+\s/.test(text));
    const close = isTag ? segment.indexOf('>') : -1;
    if (close >= 0) {
      const tag = segment.slice(0, close + 1);
      const end = start + tag.length;
      const isBreak = name === 'br' || name === 'p';
      const isApart =
        /\s|^$/.test(text.charAt(end)) ||
        /(?:^|\s|<\/?(?:br|p)\b[^<>]{0,40}>)$/i.test(text.slice(Math.max(0, start - 50), start));
      const fix = isBreak && !isApart ? ' ' : '';
      found.push({ start, end, message: `${tag} is an HTML tag.`, fix });
    }
    start = next;
  }
  return found;
}

function fromCodePoint(code: number): string | undefined {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
