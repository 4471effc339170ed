import { progressDocument, taskTools } from './run-tasks.ts';
import { tools } from './tools.ts';

/** The operations of the tools, beyond those of REST rows. */
export const storedDocuments: readonly string[] = [
  ...[...tools, ...taskTools].map(({ row }) => row.document),
  progressDocument,
];
