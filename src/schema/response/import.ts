import {
  importResponses,
  type ResponseImport,
  readResponseFile,
} from '../../db/imports/import-responses.ts';
import { maxFaults, ServiceError } from '../../domain/errors.ts';
import { FormatError } from '../../formats/format-error.ts';
import { responseImportInput } from '../../formats/responses/import-responses-input.ts';
import { builder } from '../builder.ts';
import { parseInput } from '../context.ts';
import { contentOf, withProgress } from '../import/upload.ts';
import { withoutNulls } from '../page.ts';
import { ImportResponsesInput } from './inputs.ts';
import { ResponseImportRef } from './type.ts';

builder.mutationFields((t) => ({
  importResponses: t.field({
    type: ResponseImportRef,
    nullable: true,
    description:
      'Records the responses of a file: a table with one response or one respondent a row, or QTI results; up to 100,000, in one transaction.',
    extensions: { access: 'responses:write' },
    args: { input: t.arg({ type: ImportResponsesInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const given = await parseInput(context, responseImportInput, withoutNulls(input));
      await context.chargeTransfer();
      const bytes = withProgress(context, contentOf(context, given));
      const file = await readResponseFile(bytes, given).catch((error: unknown) => {
        throw error instanceof FormatError ? unreadable(error) : error;
      });
      context.deadline.restart();
      const author = { by: context.caller.id, at: context.clock() };
      return context.change(async (transaction) => {
        const result = await importResponses(transaction, file, given, author, context.pause);
        if (result.failed > 0 && given.onError !== 'skip') throw rejected(result);
        return result;
      });
    },
  }),
}));

function unreadable({ message, line, fault }: FormatError): ServiceError {
  return new ServiceError('BAD_USER_INPUT', `Nothing was imported. ${message}`, {
    members: {
      read: 0,
      recorded: 0,
      failed: 0,
      errors: [{ pointer: '', row: null, line, ...fault }],
    },
  });
}

/** The report of an import that stored nothing, as an error. */
function rejected({ errors, failed, read, format }: ResponseImport): ServiceError {
  const left = errors.length - maxFaults;
  return new ServiceError(
    'BAD_USER_INPUT',
    `Nothing was imported. ${failed} of ${read} responses failed; see \`errors\`.`,
    {
      members: {
        format,
        read,
        recorded: 0,
        failed,
        // What they point at is in the file, which is the body.
        errors: errors.slice(0, maxFaults).map((error) => ({ pointer: '', ...error })),
        ...(left > 0 && { more: left }),
      },
    },
  );
}
