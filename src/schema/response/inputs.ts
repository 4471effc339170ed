import { newResponse, responseFilter } from '../../domain/response-input.ts';
import { responseImportInput } from '../../formats/responses/import-responses-input.ts';
import { cellKinds, responseFormats } from '../../formats/responses/response-row.ts';
import { builder } from '../builder.ts';
import { ErrorPolicyEnum } from '../import/type.ts';

export const ResponseInputType = builder.inputType('ResponseInput', {
  description: 'A response to record: an option, a free-text answer, or a score alone.',
  extensions: { rules: newResponse },
  fields: (t) => ({
    questionId: t.id({ required: true }),
    version: t.int({ description: 'The version that was shown. Default: the current one.' }),
    respondent: t.string({
      description: 'An opaque id of up to 200 characters, never a name; null for anonymous.',
    }),
    option: t.string({ description: 'The text of one of the choices; case-insensitive.' }),
    answer: t.string({ description: 'Free text. Not allowed with an option.' }),
    score: t.float({
      description: '0 to 1. Default: the option or answer is compared with the correct answer.',
    }),
    timeMs: t.int({ description: 'Milliseconds from showing the question to the answer.' }),
    formId: t.id(),
    sessionId: t.id(),
    group: t.string({ description: 'A group of respondents to compare.' }),
    recordedAt: t.field({ type: 'DateTime', description: 'Default: now.' }),
  }),
});

export const ResponseFilterInput = builder.inputType('ResponseFilter', {
  description: 'Selects responses that meet all conditions.',
  extensions: { rules: responseFilter },
  fields: (t) => ({
    respondent: t.string(),
    questionId: t.idList({ description: 'Any of these questions, up to 100.' }),
    version: t.int({ description: 'Only responses to this version of a question.' }),
    formId: t.id(),
    sessionId: t.id(),
    group: t.string(),
    recordedFrom: t.field({ type: 'DateTime', description: 'Recorded at this time or later.' }),
    recordedTo: t.field({ type: 'DateTime', description: 'Recorded before this time.' }),
  }),
});

const upperCase = <T extends string>(values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), { value }])) as Record<
    Uppercase<T>,
    { value: T }
  >;

const ResponseFormatEnum = builder.enumType('ResponseFormat', {
  description: 'CSV: a table, one response or one respondent a row. QTI: results.',
  values: upperCase(responseFormats),
});

const ResponseCellsEnum = builder.enumType('ResponseCells', {
  description: 'What the cells of a table with one respondent a row hold.',
  values: upperCase(cellKinds),
});

export const ImportResponsesInput = builder.inputType('ImportResponsesInput', {
  description: 'A file of responses and how it is imported.',
  extensions: { rules: responseImportInput },
  fields: (t) => ({
    content: t.string({ description: 'The file, as text or in base64.' }),
    isBase64: t.boolean({ description: 'Whether the content is in base64; default false.' }),
    format: t.field({ type: ResponseFormatEnum, description: 'Detected by default.' }),
    onError: t.field({ type: ErrorPolicyEnum, description: 'Default REJECT.' }),
    dryRun: t.boolean({ description: 'Report what would happen and store nothing.' }),
    cells: t.field({ type: ResponseCellsEnum, description: 'Default SCORE.' }),
    source: t.string({ description: 'Of questions that the file names by their external id.' }),
    group: t.string({ description: 'Of responses without a group.' }),
  }),
});
