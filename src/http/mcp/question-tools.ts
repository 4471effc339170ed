import type { Row } from '../rest/row.ts';
import { rowNamed, type Tool, type Undo } from './tool.ts';

/** Tools that change questions. */
export const questionTools: readonly Tool[] = [
  {
    name: 'create_question',
    title: 'Create a question',
    description:
      'Saves a new question. Call advise_question first, and set an idempotency_key so that a repeated call creates it once.',
    row: rowNamed('createQuestion'),
    bodyAs: 'question',
    takesDryRun: true,
    undo: (_given, { id, version }) => deletion(id, version),
  },
  {
    name: 'update_question',
    title: 'Update a question',
    description:
      'Changes some fields of a question; those left out keep their value. Read the question first and pass its version as if_version.',
    row: rowNamed('updateQuestion'),
    bodyAs: 'changes',
    takesDryRun: true,
    isDestructive: true,
    undo: ({ if_version: before }, { id, version }) =>
      version === before ? undefined : restoration(id, Number(before), version),
  },
  {
    name: 'delete_question',
    title: 'Delete a question',
    description: 'Deletes a question. Its history is kept, so that it can be restored.',
    row: rowNamed('deleteQuestion'),
    takesDryRun: true,
    isDestructive: true,
    undo: ({ if_version: before }, id) => restoration(id, Number(before), Number(before) + 1),
  },
  {
    name: 'restore_question',
    title: 'Restore an earlier version',
    description:
      'Gives a question the content of an earlier version, or brings a deleted one back. if_version is the newest version in its history.',
    row: withHistory(rowNamed('restoreQuestion')),
    takesDryRun: true,
    isDestructive: true,
    undo: ({ if_version: before }, { id, version, history }) => {
      if (version === before) return undefined;
      const [, previous] = history.nodes;
      return previous?.change === 'deleted'
        ? deletion(id, version)
        : restoration(id, Number(before), version);
    },
  },
];

function deletion(id: string, version: number): Undo {
  return { tool: 'delete_question', arguments: { id, if_version: version } };
}

function restoration(id: string, version: number, ifVersion: number): Undo {
  return { tool: 'restore_question', arguments: { id, version, if_version: ifVersion } };
}

/** Whether the question had been deleted decides how its restoration is undone. */
function withHistory(row: Row): Row {
  const selection = 'history(first: 2) { nodes { version change: changeName } }';
  return {
    ...row,
    document: row.document.replace('{ ...Question }', `{ ...Question ${selection} }`),
  };
}
