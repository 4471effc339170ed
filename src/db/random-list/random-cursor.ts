import { type CursorPosition, decodeCursor, parseCursor } from '../cursor.ts';

/** A place in a random order; the cursor also says which order. */
export interface RandomPlace {
  readonly seed: string;
  readonly bits: number;
  readonly position: number;
  readonly id: string;
}

/** `bits` stay those of the first page, so that a bank that grows does not change the order of what is left. */
export function toCursor({ seed, bits, position, id }: RandomPlace): CursorPosition {
  return { order: `random ${bits} ${seed}`, value: position, id };
}

/** The seed that a cursor brings with it; undefined if it is not one of a random order. */
export function seedIn(cursor: string | null): string | undefined {
  return cursor === null ? undefined : orderIn(cursor)?.seed;
}

/** Throws if the cursor is invalid or of another order. */
export function readRandomCursor(cursor: string, seed: string, argument: string): RandomPlace {
  const bits = orderIn(cursor)?.bits ?? 0;
  const isPosition = (value: string | number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** bits;
  const { value, id } = decodeCursor(cursor, `random ${bits} ${seed}`, argument, isPosition);
  return { seed, bits, position: Number(value), id };
}

function orderIn(cursor: string): Pick<RandomPlace, 'seed' | 'bits'> | undefined {
  const [, bits, seed] =
    /^random (1[6-9]|2\d|3[01]) (.+)$/s.exec(parseCursor(cursor)?.order ?? '') ?? [];
  return seed === undefined ? undefined : { seed, bits: Number(bits) };
}
