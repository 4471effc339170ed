/** Where vectors come from: the bundled model or an endpoint. */
export interface VectorSource {
  /** Names the model in the cache. */
  readonly model: string;
  readonly textsPerBatch: number;
  readonly maxConcurrentBatches: number;
  /** A vector for each text, all of one length; throws an AnalysisFailure that says why not. */
  fetchVectors(texts: readonly string[], abort: AbortSignal): Promise<Float32Array[]>;
}
