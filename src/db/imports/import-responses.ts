import type { Fault } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { newResponse } from '../../domain/response-input.ts';
import { examine } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { FormatError } from '../../formats/format-error.ts';
import type { ImportError } from '../../formats/import-report.ts';
import { orderChoices } from '../../formats/kit/choices.ts';
import type { ResponseImportOptions } from '../../formats/responses/import-responses-input.ts';
import { openResponses } from '../../formats/responses/read-responses.ts';
import type { ResponseFormat, ResponseRow } from '../../formats/responses/response-row.ts';
import { readAnswerKeys } from '../answer-keys.ts';
import { checkResponses } from '../check-responses.ts';
import type { Author } from '../question-changes.ts';
import { recordResponses } from '../response-store.ts';
import type { Transaction } from '../transaction.ts';

export interface ResponseImport {
  readonly format: ResponseFormat;
  readonly dryRun: boolean;
  readonly read: number;
  readonly recorded: number;
  readonly failed: number;
  /** The first ones, in the order of the file. */
  readonly errors: readonly ImportError[];
}

/** More go into several files: all of a file is stored in one transaction. */
const maxResponses = 100_000;
const maxErrors = 1000;
const batchSize = 1000;

type ParsedFile = { readonly format: ResponseFormat; readonly rows: readonly ResponseRow[] };

/** Reads the whole file, which is not stored before its end is known to be readable. */
export async function readResponseFile(
  bytes: AsyncIterable<Uint8Array>,
  { format, cells = 'score' }: ResponseImportOptions,
): Promise<ParsedFile> {
  const opened = await openResponses(bytes, format, cells);
  const rows: ResponseRow[] = [];
  for await (const row of opened.rows) {
    if (rows.length === maxResponses) {
      const detail = `The file has more than ${maxResponses.toLocaleString('en')} responses. Divide it.`;
      throw new FormatError(detail, { code: 'too_many' });
    }
    rows.push(row);
  }
  return { format: opened.format, rows };
}

/** Checks the responses of a file and stores them, all or, with `skip`, those that are valid. */
export async function importResponses(
  transaction: Transaction,
  { format, rows }: ParsedFile,
  { onError = 'reject', dryRun = false, source, group }: ResponseImportOptions,
  author: Author,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<ResponseImport> {
  const errors: ImportError[] = [];
  const batches = [];
  let failed = 0;
  for (let at = 0; at < rows.length; at += batchSize) {
    const checked = await checkBatch(
      transaction,
      rows.slice(at, at + batchSize),
      source,
      group,
      author,
    );
    batches.push(checked.flatMap((each) => ('response' in each ? [each.response] : [])));
    for (const each of checked) {
      if ('response' in each) continue;
      failed += 1;
      errors.push(...each.errors.slice(0, maxErrors - errors.length));
    }
    await pause();
  }
  const stores = !dryRun && (failed === 0 || onError === 'skip');
  let recorded = 0;
  for (const batch of batches) {
    if (stores) await recordResponses(transaction, batch);
    if (failed === 0 || onError === 'skip') recorded += batch.length;
  }
  return { format, dryRun, read: rows.length, recorded, failed, errors };
}

async function checkBatch(
  transaction: Transaction,
  rows: readonly ResponseRow[],
  source: string | undefined,
  group: string | undefined,
  author: Author,
) {
  const ids = await findQuestions(transaction, rows, source);
  const options = await findOptions(transaction, rows, ids);
  const parsed = rows.map((row, at) => {
    const questionId = ids.get(row.question);
    const option = options[at];
    const given = { ...(group && { group }), ...row.values, questionId, ...(option && { option }) };
    const examined = examine(newResponse, given);
    const faults = questionId === undefined ? [unknownQuestion] : examined.faults;
    return { row, input: 'value' in examined ? examined.value : undefined, faults };
  });
  const inputs = parsed.flatMap(({ input }) => (input ? [input] : []));
  const results = await checkResponses(transaction, inputs, author);
  let next = 0;
  return parsed.map(({ row, input, faults }) => {
    const own = row.faults ?? [];
    const result = input && results[next++];
    if (result && 'response' in result && own.length === 0) return result;
    const found =
      own.length > 0 ? [] : [...faults, ...(result && 'faults' in result ? result.faults : [])];
    const place = { row: row.row, line: row.line };
    return {
      errors: [
        ...own.map((fault) => ({ ...place, ...fault })),
        ...found.map((fault) => ({ ...place, ...toRowFault(fault, row) })),
      ],
    };
  });
}

const unknownQuestion: Fault = {
  path: ['questionId'],
  code: 'unknown_question',
  detail: 'No question has this id, or external id in the given source.',
};

function toRowFault({ path, code, detail }: Fault, { field, question, values }: ResponseRow) {
  const [name = ''] = path;
  if (name === 'questionId') return { field, value: question.slice(0, 50), code, detail };
  const value = values[String(name)];
  return {
    field: toSnakeCase(String(name)),
    ...(value !== undefined && { value: String(value).slice(0, 50) }),
    code,
    detail,
  };
}

/** The ids of the questions that a file names, by id or external id. */
async function findQuestions(
  transaction: Transaction,
  rows: readonly ResponseRow[],
  source: string | undefined,
): Promise<Map<string, string>> {
  const names = [...new Set(rows.map(({ question }) => question))];
  const ids = new Map(names.filter(isUuid).map((name) => [name, name.toLowerCase()]));
  const others = names.filter((name) => !isUuid(name));
  if (source === undefined || others.length === 0) return ids;
  const found = await transaction.$queryRaw<{ id: string; externalId: string }[]>`
    SELECT id, external_id AS "externalId" FROM questions
    WHERE source = ${source} AND external_id = ANY(${others})`;
  for (const { id, externalId } of found) ids.set(externalId, id);
  return ids;
}

/** The options that results name by their place in our own exports. */
async function findOptions(
  transaction: Transaction,
  rows: readonly ResponseRow[],
  ids: ReadonlyMap<string, string>,
): Promise<(string | undefined)[]> {
  const named = rows.flatMap(({ question, choice }) => {
    const questionId = ids.get(question);
    return choice !== undefined && questionId ? [{ questionId, version: null }] : [];
  });
  if (named.length === 0) return [];
  const keys = await readAnswerKeys(transaction, named);
  return rows.map(({ question, choice = 0 }) => {
    const questionId = ids.get(question) ?? '';
    const key = keys.find({ questionId, version: null });
    return key && orderChoices({ ...key, id: questionId }).choices[choice - 1];
  });
}
