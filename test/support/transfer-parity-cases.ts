import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { makeQueuedImport as queued } from './import-states.ts';
import { notFound, type ParityCase } from './parity-case.ts';

const csv = (name: string) => `question,answer,category,level\n${name},a,Science,easy\n`;

/** An import of one question. */
const imported = async ({ rest }: TestApp) =>
  (await rest('POST', '/questions/import', csv(randomUUID()))).body.id;

/** One that was only tried: it changes no question, so that no webhook is called. */
const tried = async ({ rest }: TestApp) =>
  (await rest('POST', '/questions/import?dry_run=true', csv(randomUUID()))).body.id;

const failed = async ({ rest }: TestApp) =>
  (await rest('POST', '/questions/import', csv('').repeat(2))).body.id;

const times = ['created_at', 'finished_at'];

export const transferParityCases: Record<string, ParityCase[]> = {
  listFormats: [{ does: 'lists them', variables: {} }],
  importQuestions: [
    {
      does: 'imports a file again',
      given: async ({ rest }) => {
        await rest('POST', '/questions/import', csv('Parity?'));
        return '';
      },
      query: '?format=csv&on_error=skip&on_duplicate=update&dry_run=true&source=parity',
      body: csv('Parity?'),
      variables: {
        input: {
          content: csv('Parity?'),
          format: 'CSV',
          onError: 'SKIP',
          onDuplicate: 'UPDATE',
          dryRun: true,
          source: 'parity',
        },
      },
      varies: times,
    },
    {
      does: 'refuses an unknown mapping',
      query: '?mapping=nobody',
      body: csv('x'),
      variables: { input: { content: csv('x'), mapping: 'nobody' } },
      code: 'BAD_USER_INPUT',
    },
  ],
  exportQuestions: [
    {
      does: 'exports what matches',
      query: '?format=aiken&category=Science&difficulty=1',
      variables: {
        format: 'AIKEN',
        filter: { category: ['SCIENCE'], difficulty: ['INTERMEDIATE'] },
      },
    },
  ],
  getExportLoss: [
    {
      does: 'counts what is lost',
      query: '?format=opentdb&topic_focus=Nobody%20asked',
      variables: { format: 'OPENTDB', filter: { topicFocus: 'Nobody asked' } },
    },
  ],
  getImport: [{ does: 'shows one', given: tried, variables: {} }, notFound()],
  listImportErrors: [{ does: 'lists them', given: failed, variables: {} }, notFound()],
  cancelImport: [
    { does: 'cancels one', given: queued, variables: {}, varies: times },
    { does: 'refuses one that has ended', given: tried, variables: {}, code: 'CONFLICT' },
    notFound(),
  ],
  undoImport: [
    { does: 'takes one back', given: imported, variables: {}, varies: times },
    {
      does: 'refuses one that was not stored',
      given: queued,
      variables: {},
      code: 'CONFLICT',
    },
    notFound(),
  ],
};
