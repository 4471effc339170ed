import { hash } from 'node:crypto';

const rounds = 4;
/**
 * A permutation of the numbers from 0 to 2^bits - 1 that a seed chooses: the slots of questions to their
 * positions in a random order. A multiplication by an odd number carries differences to higher bits, and a
 * shift carries them back to lower ones; both can be undone, so that the walk through the positions needs no
 * sorting. Not a secret: who knows the seed knows the order.
 */
export class SeededPermutation {
  readonly bits: number;
  readonly mask: number;
  readonly shift: number;
  readonly steps: readonly { readonly factor: number; readonly summand: number }[];
  readonly #inverses: readonly number[];

  constructor(seed: string, bits: number) {
    const digest = hash('sha256', seed, 'buffer');
    this.bits = bits;
    this.mask = 2 ** bits - 1;
    this.shift = Math.ceil(bits / 2);
    this.steps = Array.from({ length: rounds }, (_, round) => ({
      factor: (digest.readUInt32LE(round * 8) | 1) & this.mask,
      summand: digest.readUInt32LE(round * 8 + 4) & this.mask,
    }));
    this.#inverses = this.steps.map(({ factor }) => invertOdd(factor));
  }

  positionOf(slot: number): number {
    let value = slot;
    for (const { factor, summand } of this.steps) {
      value = (Math.imul(value, factor) + summand) & this.mask;
      value ^= value >>> this.shift;
    }
    return value;
  }

  slotAt(position: number): number {
    let value = position;
    for (let round = rounds - 1; round >= 0; round -= 1) {
      value ^= value >>> this.shift;
      const { summand } = this.steps[round] as { summand: number };
      value = Math.imul(value - summand, this.#inverses[round] as number) & this.mask;
    }
    return value;
  }
}

/** Modulo 2^32, and so modulo every smaller power of two, by Newton's method. */
function invertOdd(factor: number): number {
  let inverse = factor;
  for (let step = 0; step < 4; step += 1) {
    inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse));
  }
  return inverse;
}
