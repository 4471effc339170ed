import { cancelImport, findImport, saveMapping } from '../../db/imports/import-store.ts';
import { undoImport } from '../../db/imports/undo-import.ts';
import { maxFaults, notFound, ServiceError } from '../../domain/errors.ts';
import { isUuid } from '../../domain/uuid.ts';
import { importInput } from '../../formats/import-input.ts';
import { defaultPolicy } from '../../formats/import-options.ts';
import { importJob } from '../../jobs/imports/import-job.ts';
import {
  executeImport,
  type ImportResult,
  toResult,
  uploadImport,
} from '../../jobs/imports/imports.ts';
import { resolveMapping } from '../../jobs/imports/resolve-mapping.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { ImportQuestionsInput } from './inputs.ts';
import { ImportRef } from './type.ts';
import { contentOf, withProgress } from './upload.ts';

/** Imports with more rows are stored by a job. */
const maxRowsAtOnce = 1000;

builder.mutationFields((t) => ({
  importQuestions: t.field({
    type: ImportRef,
    nullable: true,
    description:
      'Imports questions from a file. A small file is stored at once; a large one in the background: read `import` until it has ended.',
    extensions: { access: 'questions:write' },
    args: { input: t.arg({ type: ImportQuestionsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const given = await parseInput(context, importInput, withoutNulls(input));
      await context.chargeTransfer();
      const { database, caller, jobs } = context;
      const mapping = await resolveMapping(database, given.mapping);
      if (given.saveMapping) await saveMapping(database, given.saveMapping, mapping, caller.id);
      const { category, difficulty, source, onError, onDuplicate, dryRun } = given;
      const uploaded = await uploadImport(
        database,
        {
          bytes: withProgress(context, contentOf(context, given)),
          format: given.format,
          encoding: given.encoding,
          mapping,
          defaults: withoutUndefined({ category, difficulty, source }),
          policy: { ...defaultPolicy, ...withoutUndefined({ onError, onDuplicate, dryRun }) },
          signal: context.cancellation.signal,
        },
        { by: caller.id, name: context.nameChange, traffic: context.traffic },
      );
      if (uploaded.status === 'FAILED') throw rejected(uploaded);
      const { id } = uploaded;
      if (uploaded.report.read > maxRowsAtOnce)
        await jobs.add(importJob, id, { id }, context.cancellation);
      else {
        const result = await executeImport(database, id);
        if (result?.status === 'FAILED') throw rejected(result);
      }
      // Marks the request's Idempotency-Key as used, and makes the node forget what has changed.
      await context.change(async () => undefined);
      const stored = (await findImport(database, id)) ?? notFound('import', id);
      // Also when the job was quicker than this request.
      if (stored.status === 'FAILED') throw rejected(toResult(stored));
      return stored;
    },
  }),

  cancelImport: t.field({
    type: ImportRef,
    nullable: true,
    description: 'Cancels an import that is queued or running; nothing of it is stored.',
    extensions: { access: 'questions:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, change }) => {
      const before = (isUuid(id) && (await findImport(database, id))) || notFound('import', id);
      if (!(await cancelImport(database, before.id))) {
        throw new ServiceError(
          'CONFLICT',
          `The import ${id} has already ended: it is ${before.status}.`,
        );
      }
      await change(async () => undefined);
      return (await findImport(database, id)) ?? notFound('import', id);
    },
  }),

  undoImport: t.field({
    type: ImportRef,
    nullable: true,
    description:
      'Takes back an import as a whole, by new versions of its questions; a conflict if one of them has changed since.',
    extensions: { access: 'questions:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database, change, caller }) => {
      const found = (isUuid(id) && (await findImport(database, id))) || notFound('import', id);
      await undoImport(database, found.id, caller.id);
      await change(async () => undefined);
      return (await findImport(database, id)) ?? notFound('import', id);
    },
  }),
}));

/** The report of an import that stored nothing, as an error. */
function rejected({ id, format, report }: ImportResult): ServiceError {
  const { errors, more, notes: _notes, columns: _columns, sample: _sample, ...counts } = report;
  const [first] = errors;
  const reason =
    first && first.row === null
      ? first.detail
      : `${report.failed} of ${report.read} rows failed; see \`errors\`.`;
  const left = more + Math.max(0, errors.length - maxFaults);
  const where = left > 0 ? ` All of them are at /imports/${id}/errors.` : '';
  return new ServiceError('BAD_USER_INPUT', `Nothing was imported. ${reason}${where}`, {
    members: {
      id,
      import_status: 'FAILED',
      format,
      ...counts,
      // What they point at is in the file, which is the body.
      errors: errors.slice(0, maxFaults).map((error) => ({ pointer: '', ...error })),
      ...(left > 0 && { more: left }),
    },
  });
}

function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}
