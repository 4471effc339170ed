import type { RowFault } from './format.ts';

/** A file cannot be read, or not past a line. Nothing of it is stored. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly line: number | null;
  readonly fault: RowFault;

  constructor(
    detail: string,
    {
      line = null,
      code = 'unreadable',
      suggestion,
    }: { line?: number | null; code?: string; suggestion?: string } = {},
  ) {
    super(detail);
    this.line = line;
    this.fault = { field: null, code, detail, ...(suggestion !== undefined && { suggestion }) };
  }
}
