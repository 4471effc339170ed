import { cutText } from '../../domain/text.ts';
import type { Download } from '../../schema/context.ts';
import { maxContentLength } from './stored-content.ts';

/** Leaves room for what is told about the file. */
const maxLength = Math.floor(maxContentLength * 0.75);

/** The beginning of a file that is a text; the rest of it is not read. */
export async function readText({
  chunks,
}: Download): Promise<{ content: string; is_cut?: true; hint?: string }> {
  let content = '';
  let size = 0;
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') continue;
    content += chunk;
    // JSON writes a line break or a quotation mark as two characters.
    size += JSON.stringify(chunk).length;
    if (size <= maxLength) continue;
    const end = content.lastIndexOf('\n', maxLength / 2);
    return {
      content: end > 0 ? content.slice(0, end + 1) : cutText(content, maxLength / 2),
      is_cut: true,
      hint: 'The file was cut. Narrow the criteria, or read it whole at GET /questions/export.',
    };
  }
  return { content };
}
