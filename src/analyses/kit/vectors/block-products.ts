/**
 * Dot products of four rows with two, in WebAssembly, whose SIMD instructions multiply four numbers
 * at a time. The module is small enough to be assembled here.
 */

// Available in Node.js, but declared neither by the ES library nor by Node's types.
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
};

export const rowsInBlock = 4;
export const columnsInBlock = 2;

/** Numbers per SIMD register; row lengths are multiples of it. */
const lanes = 4;

const pageBytes = 65_536;
const blockBytes = rowsInBlock * columnsInBlock * 4;

export interface BlockProducts {
  /** The rows, contiguous and padded with zeros to whole blocks; filled by the caller. */
  readonly rows: Float32Array;
  /** From the beginning of one row to that of the next. */
  readonly rowLength: number;
  /** The products of the last block, row by row. */
  readonly products: Float32Array;
  /** Multiplies the rows starting at `row` with those starting at `column`. */
  multiply(row: number, column: number): void;
}

export function createBlockProducts(count: number, dimensions: number): BlockProducts {
  const [rowCount, rowLength] = [roundUp(count, rowsInBlock), roundUp(dimensions, lanes)];
  const rowBytes = rowLength * 4;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((blockBytes + rowCount * rowBytes) / pageBytes),
  });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(writeModule()), {
    own: { memory },
  });
  // The exports of the module below.
  const { multiply } = instance.exports as {
    multiply(row: number, column: number, rowBytes: number): void;
  };
  return {
    rows: new Float32Array(memory.buffer, blockBytes, rowCount * rowLength),
    rowLength,
    products: new Float32Array(memory.buffer, 0, rowsInBlock * columnsInBlock),
    multiply: (row, column) =>
      multiply(blockBytes + row * rowBytes, blockBytes + column * rowBytes, rowBytes),
  };
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

const i32 = 0x7f;
const v128 = 0x7b;

/** Indexes of the function's parameters and locals. */
const rowAt = 0;
const columnAt = 1;
const rowBytes = 2;
const offset = 3;
const firstStart = 4;
const firstVector = firstStart + rowsInBlock + columnsInBlock;
const factor = firstVector;
const firstColumn = firstVector + 1;
const firstSum = firstColumn + columnsInBlock;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const addIntegers = [0x6a];
const load = [0xfd, 0x00, 0x02, 0x00];
const addVectors = [0xfd, 0xe4, 0x01];
const multiplyVectors = [0xfd, 0xe6, 0x01];
const lane = (index: number) => [0xfd, 0x1f, index];
const addNumbers = [0x92];
const store = (at: number) => [0x38, 0x02, at];
const isBelow = [0x49];
const loop = [0x03, 0x40];
const repeatIf = [0x0d, 0x00];
const end = [0x0b];

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Locals are initialized to zero: the sums and the offset within the rows. */
function writeCode(): number[] {
  const startOfRow = (row: number) => firstStart + row;
  const startOfColumn = (column: number) => firstStart + rowsInBlock + column;
  const sumOf = (row: number, column: number) => firstSum + row * columnsInBlock + column;
  const starts = (from: number, length: number, startOf: (index: number) => number) =>
    range(length).flatMap((index) =>
      index === 0
        ? [...get(from), ...set(startOf(0))]
        : [...get(startOf(index - 1)), ...get(rowBytes), ...addIntegers, ...set(startOf(index))],
    );
  const fetch = (start: number) => [...get(start), ...get(offset), ...addIntegers, ...load];
  return [
    ...starts(rowAt, rowsInBlock, startOfRow),
    ...starts(columnAt, columnsInBlock, startOfColumn),
    ...loop,
    ...range(columnsInBlock).flatMap((column) => [
      ...fetch(startOfColumn(column)),
      ...set(firstColumn + column),
    ]),
    ...range(rowsInBlock).flatMap((row) => [
      ...fetch(startOfRow(row)),
      ...set(factor),
      ...range(columnsInBlock).flatMap((column) => [
        ...[...get(factor), ...get(firstColumn + column), ...multiplyVectors],
        ...[...get(sumOf(row, column)), ...addVectors, ...set(sumOf(row, column))],
      ]),
    ]),
    ...[...get(offset), ...constant(lanes * 4), ...addIntegers, ...set(offset)],
    ...[...get(offset), ...get(rowBytes), ...isBelow, ...repeatIf],
    ...end,
    ...range(rowsInBlock * columnsInBlock).flatMap((index) => [
      ...constant(0),
      ...range(lanes).flatMap((each) => [
        ...get(firstSum + index),
        ...lane(each),
        ...(each > 0 ? addNumbers : []),
      ]),
      ...store(index * 4),
    ]),
    ...end,
  ];
}

/** The binary format: https://webassembly.github.io/spec/core/binary/modules.html */
function writeModule(): Uint8Array {
  const integers = 1 + rowsInBlock + columnsInBlock;
  const vectors = 1 + columnsInBlock + rowsInBlock * columnsInBlock;
  const body = [0x02, integers, i32, vectors, v128, ...writeCode()];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(0x01, [0x01, 0x60, 0x03, i32, i32, i32, 0x00]),
    ...section(0x02, [0x01, ...name('own'), ...name('memory'), 0x02, 0x00, 0x00]),
    ...section(0x03, [0x01, 0x00]),
    ...section(0x07, [0x01, ...name('multiply'), 0x00, 0x00]),
    ...section(0x0a, [0x01, ...length(body), ...body]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...length(content), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
}

/** LEB128 padded to two bytes. */
function length({ length: bytes }: number[]): number[] {
  return [(bytes & 0x7f) | 0x80, bytes >> 7];
}
