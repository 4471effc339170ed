import { HashIndex } from '../../kit/collections/hash-index.ts';

/** Numbers texts from 1 on; identified by two 32-bit hashes, so that a million need little memory. */
export function createTextNumbers() {
  const index = new HashIndex();
  return {
    numberOf(text: string): number {
      let [one, two] = [0xdeadbeef | 0, 0x41c6ce57];
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        one = Math.imul(one ^ unit, 0x9e3779b1);
        two = Math.imul(two ^ unit, 0x5f356495);
      }
      return index.numberOf(one ^ (one >>> 15), two ^ (two >>> 13)) + 1;
    },
  };
}
