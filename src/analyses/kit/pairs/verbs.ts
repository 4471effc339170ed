import { meaningOf } from './synonyms.ts';

const irregular = new Set(
  (
    'write paint compose direct sing invent discover found design act win begin end die marry kill rule lead make ' +
    'build fly lose sell buy sink fight draw teach take hold run shoot defeat lend'
  ).split(' '),
);

/** Not "red" and "seed", "king" and "spring". */
const past =
  /^(?!(?:red|bed|seed|need|weed|deed|reed|feed|speed|steed|greed|creed|breed|hundred)$).*ed$/;
const gerund = /[aeiouy].*ing$/;

/** Whether a word behind what is asked for is its verb, not its noun: "which artist painted". */
export function isVerb(word: string): boolean {
  return /s$/.test(word) || past.test(word) || irregular.has(meaningOf(word));
}

/** The same for a word that may as well be a noun in the plural. */
export function isAction({ form }: { readonly form: string }): boolean {
  return past.test(form) || gerund.test(form) || irregular.has(meaningOf(form));
}
