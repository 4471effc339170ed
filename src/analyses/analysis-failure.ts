/** A run that cannot succeed, with a word a caller can act on. */
export class AnalysisFailure extends Error {
  readonly code: string;

  constructor(code: string, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'AnalysisFailure';
    this.code = code;
  }
}
