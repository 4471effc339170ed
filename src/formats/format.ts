import { toSnakeCase } from '../domain/naming.ts';
import type { Category } from '../domain/question.ts';
import { type QuestionContent, questionFields } from '../domain/question-content.ts';

/** What a file can say of a question, by the names of the REST API. */
export const fileFields: readonly string[] = ['id', ...questionFields.map(toSnakeCase), 'version'];

/** A question as it is written to a file. */
export type FileQuestion = QuestionContent & { readonly id: string; readonly version: number };

/** Questions on their way into a file: page by page, since waiting for each one takes longer than to write it. */
export type QuestionPages = AsyncIterable<readonly FileQuestion[]>;

/** What is wrong with a row, or with the file as a whole. */
export interface RowFault {
  /** The column or field of the file; null when it concerns the whole row. */
  readonly field: string | null;
  /** What the file has there, shortened. */
  readonly value?: string;
  readonly code: string;
  readonly detail: string;
  readonly suggestion?: string;
}

/** A value that was understood as another one: nothing is converted in silence. */
export interface RowNote {
  readonly field: string;
  readonly value: string;
  readonly readAs: string;
}

/** A row of a file, by the names that the file uses; nothing of it is validated yet. */
export interface FileRow {
  /** Counted from 1, headers excluded. */
  readonly row: number;
  /** The line at which it starts; null in formats without lines. */
  readonly line: number | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults?: readonly RowFault[];
  readonly notes?: readonly RowNote[];
}

export interface Format {
  readonly id: string;
  readonly title: string;
  readonly mediaType: string;
  /** Of file names, without the dot. */
  readonly extension: string;
  /** The fields that it can hold, by their REST names. */
  readonly holds: readonly string[];
  /** Whether its first line names the columns: what is wrong with those is reported once. */
  readonly isTable?: boolean;
  /** Whether it tells numbers from texts; if not, "0" is a difficulty. */
  readonly isTyped: boolean;
  /** Its own names of categories; they may stand for a topic too. */
  readonly categories?: Readonly<Record<string, { category: Category; topic: string | null }>>;
  readonly reader: TextReader | BinaryReader;
  /** Missing when the format is only read. */
  readonly write?: (pages: QuestionPages) => AsyncIterable<string | Uint8Array>;
  /** The fields of this question whose values the file will not have, or not exactly. */
  readonly losses?: (question: FileQuestion) => readonly string[];
}

export interface TextReader {
  readonly kind: 'text';
  read(text: AsyncIterable<string>): AsyncIterable<FileRow>;
}

export interface BinaryReader {
  readonly kind: 'binary';
  read(bytes: AsyncIterable<Uint8Array>): AsyncIterable<FileRow>;
}

/** A text that one row may have; longer ones end the reading, so that memory stays bounded. */
export const maxRowLength = 1_000_000;

/** The fields that a question has a value for and that are not among the given ones. */
export function unheldFields(question: FileQuestion, holds: ReadonlySet<string>): string[] {
  return questionFields.flatMap((field) => {
    const value = question[field];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const name = toSnakeCase(field);
    return isEmpty || holds.has(name) ? [] : [name];
  });
}
