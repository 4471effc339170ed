/** What is known of each recorded response beside its score, in the order of the cells. */
export interface CellDetails {
  /** The chosen option, as an index into `optionNames` of its column plus 1; 0 if it is none. */
  readonly options: Uint16Array;
  /** By column: the options that were chosen, in the spelling of the question. */
  readonly optionNames: readonly (readonly string[])[];
  /** Indexes into `groupNames` plus 1; 0 without a group. */
  readonly groups: Uint16Array;
  readonly groupNames: readonly string[];
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  /** Later responses of a respondent to a question that was answered before: they are ignored. */
  readonly repeated: number;
}
