import { type Command, Option } from 'commander';
import { maxPageSize } from '../domain/page.ts';
import { writeJsonLine } from '../formats/jsonl.ts';
import type { CommandContext } from './command-context.ts';
import { writeTo } from './command-io.ts';

/** `export`: all questions as JSON Lines, oldest first. */
export function exportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('Print all questions as JSON Lines, in the format that import reads.')
    .addOption(new Option('--source <name>', 'only questions from this source'))
    .action(({ source }: { source?: string }) =>
      context.withDatabase(async ({ database }) => {
        const { listQuestions } = await import('../db/question-list.ts');
        const filter = source === undefined ? {} : { source };
        let cursor: string | null = null;
        do {
          const page = { limit: maxPageSize, offset: 0, cursor, isBackward: false };
          const query = { filter, sort: undefined, page, withTotal: false };
          const { questions, hasMore, cursorOf } = await listQuestions(database, query);
          for (const question of questions) {
            if (!(await writeTo(context.io.stdout, `${writeJsonLine(question)}\n`))) return;
          }
          const last = questions.at(-1);
          cursor = hasMore && last ? cursorOf(last) : null;
        } while (cursor !== null);
      }),
    );
}
