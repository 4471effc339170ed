import { AnalysisFailure } from '../analyses/analysis-failure.ts';

/** The parts of TensorFlow.js that are used; its own types need packages that are not installed. */
export interface TensorCore {
  /** Resolves when the WebAssembly is compiled. */
  ready(): Promise<void>;
  tensor1d(values: Float32Array): Tensor;
  tensor2d(values: Float32Array, shape: [number, number]): Tensor;
  readonly fused: {
    matMul(operation: { a: Tensor; b: Tensor; bias: Tensor }): Tensor;
  };
}

export interface Tensor {
  /** A copy of its numbers. */
  dataSync(): Float32Array;
  dispose(): void;
}

/** Loads a model on first use, and once unless it fails. */
export function loadOnce<Model>(load: (core: TensorCore) => Promise<Model>): () => Promise<Model> {
  let loading: Promise<Model> | undefined;
  return () => {
    loading ??= loadCore(load).catch((cause: unknown) => {
      loading = undefined;
      throw new AnalysisFailure(
        'embeddings_unavailable',
        'The bundled embedding model cannot be loaded. Reinstall the packages, or set EMBEDDINGS_URL and EMBEDDINGS_MODEL.',
        { cause },
      );
    });
    return loading;
  };
}

async function loadCore<Model>(load: (core: TensorCore) => Promise<Model>): Promise<Model> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')));
  const core = (await import('@energetic-ai/core')) as unknown as TensorCore;
  // The library fails when the weights are read first, as on a busy machine.
  await core.ready();
  const model = await load(core);
  // Its WebAssembly runtime listens for errors of the whole thread, which are not its own.
  for (const [at, event] of events.entries()) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[at]?.has(listener)) process.off(event, listener);
    }
  }
  return model;
}

/** Vectors of the beginnings of texts. Models fail on a text without a token, whose vector is zero. */
export async function embedWritten(
  texts: readonly string[],
  { maxCharacters, dimensions }: { maxCharacters: number; dimensions: number },
  embed: (texts: string[]) => ArrayLike<number>[] | Promise<ArrayLike<number>[]>,
): Promise<Float32Array[]> {
  const isEmpty = (text: string) => text.trim() === '';
  const read = texts.filter((text) => !isEmpty(text)).map((text) => text.slice(0, maxCharacters));
  const vectors = read.length > 0 ? await embed(read) : [];
  let next = 0;
  return texts.map((text) => {
    if (isEmpty(text)) return new Float32Array(dimensions);
    next += 1;
    return Float32Array.from(vectors[next - 1] ?? []);
  });
}
