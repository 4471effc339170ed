import { validationError } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';

/** The place of a row in a sorted list: the order it belongs to, its sort value and its id. */
export interface CursorPosition {
  readonly order: string;
  readonly value: string | number;
  readonly id: string;
}

export function encodeCursor({ order, value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url');
}

/** Reads a cursor of a list in this order; throws a fault at the argument that carried it. */
export function decodeCursor(
  cursor: string,
  order: string,
  argument: string,
  isSortValue: (value: string | number) => boolean,
): CursorPosition {
  const fault = (detail: string) =>
    validationError('BAD_REQUEST', [{ path: [argument], code: 'invalid', detail }]);
  const parts = parseParts(cursor);
  const isForged = parts?.order === order && !isSortValue(parts.value);
  if (!parts || isForged)
    throw fault('This is not a cursor of this service; take one from a page you read.');
  if (parts.order !== order) {
    throw fault('This cursor belongs to another order; sort as the page you took it from.');
  }
  return parts;
}

function parseParts(cursor: string): CursorPosition | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 3) return undefined;
    const [order, value, id] = parts;
    const isSound =
      typeof order === 'string' &&
      (typeof value === 'string' || typeof value === 'number') &&
      typeof id === 'string' &&
      isUuid(id);
    return isSound ? { order, value, id } : undefined;
  } catch {
    return undefined;
  }
}
