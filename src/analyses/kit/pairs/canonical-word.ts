/** A word of a text in the form that is compared. */
export interface CanonicalWord {
  /** Lower case, without diacritics; numbers as digits; one spelling of names with several. */
  readonly form: string;
  /** Whether it began with a capital letter or a digit in the text. */
  readonly isCapitalized: boolean;
  /** Whether it is the first word of a sentence, where a capital letter says nothing. */
  readonly isFirst: boolean;
  readonly isQuoted: boolean;
}
