import { GrowableArray } from './growable-array.ts';

export type TextArena = ReturnType<typeof createTextArena>;

/** Many short texts as bytes outside the heap, read back on demand. */
export function createTextArena() {
  const bytes = new GrowableArray(Uint8Array, 1 << 16);
  const starts = new GrowableArray(Float64Array, 1 << 12);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  starts.push(0);
  return {
    add(text: string): number {
      // A unit is at most three bytes.
      const free = bytes.reserve(3 * text.length);
      const { written } = encoder.encodeInto(text, free.subarray(bytes.length));
      bytes.length += written;
      starts.push(bytes.length);
      return starts.length - 2;
    },
    read(index: number): string {
      return decoder.decode(bytes.view().subarray(starts.get(index), starts.get(index + 1)));
    },
  };
}
