import { validationError } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';

/** The position of a row in a sorted list: the sort order, its sort value and its id. */
export interface CursorPosition {
  readonly order: string;
  readonly value: string | number;
  readonly id: string;
}

export function encodeCursor({ order, value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url');
}

/** Decodes a cursor of a list in this order; an invalid one is reported at its argument. */
export function decodeCursor(
  cursor: string,
  order: string,
  argument: string,
  isSortValue: (value: string | number) => boolean,
): CursorPosition {
  const fault = (detail: string) =>
    validationError('BAD_REQUEST', [{ path: [argument], code: 'invalid', detail }]);
  const parts = parseCursor(cursor);
  const isForged = parts?.order === order && !isSortValue(parts.value);
  if (!parts || isForged)
    throw fault('Invalid cursor. Use one from the response of a previous page.');
  if (parts.order !== order) {
    throw fault(
      'This cursor is for another sort order. Use the same sort as for the previous page.',
    );
  }
  return parts;
}

/** What a cursor says; undefined if it is none of ours. */
export function parseCursor(cursor: string): CursorPosition | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 3) return undefined;
    const [order, value, id] = parts;
    const isValid =
      typeof order === 'string' &&
      (typeof value === 'string' || typeof value === 'number') &&
      typeof id === 'string' &&
      isUuid(id);
    return isValid ? { order, value, id } : undefined;
  } catch {
    return undefined;
  }
}
