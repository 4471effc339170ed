import { keyOf, letterOf, type Sheet, type Sheets } from './sheet.ts';

export function renderMarkdown({ title, sheets, hasKey }: Sheets): string {
  const parts = [
    `# ${escapeText(title)}`,
    ...sheets.flatMap(renderSheet),
    ...(hasKey ? ['## Answer key', ...sheets.flatMap(renderKey)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderSheet({ title, questions }: Sheet): string[] {
  return [
    `## ${escapeText(title)}`,
    ...questions.map(({ text, choices }, at) => {
      const lines = choices.map(
        (choice, index) => `   - ${letterOf(index)}) ${escapeText(choice)}`,
      );
      const answers = lines.length > 0 ? lines : ['   \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_'];
      return [`${at + 1}. ${escapeText(text)}`, '', ...answers].join('\n');
    }),
  ];
}

function renderKey({ title, questions }: Sheet): string[] {
  const lines = questions.map((question, at) => {
    const { letter, answer } = keyOf(question);
    return `${at + 1}. ${letter && `${letter}) `}${escapeText(answer)}`;
  });
  return [`### ${escapeText(title)}`, lines.join('\n')];
}

/** What Markdown, or HTML in it, would give a meaning to gets a backslash. */
function escapeText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~$&]/g, '\\$&')
    .replace(/^([-+=])|^(\d+)([.)])/, '$2\\$1$3')
    .replace(/\s*[\r\n]\s*/g, ' ');
}
