import { escapeUTF8 as escapeText } from 'entities';
import { keyOf, type Sheet, type Sheets } from './sheet.ts';

/** The only style of the page: its Content-Security-Policy allows it by its hash. */
export const sheetStyle = `
body { font: 12pt/1.4 serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }
section { break-after: page; }
section:last-child { break-after: auto; }
li { break-inside: avoid; margin-bottom: 1em; }
ol ol { list-style-type: upper-alpha; margin-top: 0.4em; }
ol ol li { margin-bottom: 0.2em; }
.text { white-space: pre-line; }
.blank { border-bottom: 1px solid; height: 2em; }
@media print { body { margin: 0; max-width: none; } }
`;

/** A page to print: each form, and the key, on sheets of their own. Has no scripts and loads nothing. */
export function renderHtml({ title, sheets, hasKey }: Sheets): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escapeText(title)}</title><style>${sheetStyle}</style></head>`,
    '<body>',
    `<h1>${escapeText(title)}</h1>`,
    ...sheets.map(renderSheet),
    ...(hasKey ? sheets.map(renderKey) : []),
    '</body>',
    '</html>\n',
  ].join('\n');
}

function renderSheet({ title, questions }: Sheet): string {
  const items = questions.map(({ text, choices }) => {
    const options = choices.map((choice) => `<li class="text">${escapeText(choice)}</li>`).join('');
    const answers = options ? `<ol>${options}</ol>` : '<div class="blank"></div>';
    return `<li><div class="text">${escapeText(text)}</div>${answers}</li>`;
  });
  return `<section><h2>${escapeText(title)}</h2>\n<ol>\n${items.join('\n')}\n</ol></section>`;
}

function renderKey({ title, questions }: Sheet): string {
  const items = questions.map((question) => {
    const { letter, answer } = keyOf(question);
    return `<li class="text">${letter && `${letter}) `}${escapeText(answer)}</li>`;
  });
  return `<section><h2>Answer key: ${escapeText(title)}</h2>\n<ol>\n${items.join('\n')}\n</ol></section>`;
}
