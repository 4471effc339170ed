import { vi } from 'vitest';
import { startEmbeddingsServer } from './embeddings-server.ts';

/** Runs that stay in progress as long as a test needs: a semantic run waits for its provider. */
export interface HeldRuns {
  /** Settings of the service whose semantic runs are held. */
  readonly env: Record<string, string>;
  /** Resolves when a run is in progress and waits. */
  waiting(): Promise<void>;
  /** Releases the waiting runs and all later ones. */
  release(): void;
}

export async function holdRuns(): Promise<HeldRuns> {
  const server = await startEmbeddingsServer();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.always = { after: released };
  return {
    env: { WORKERS: '1', EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'test' },
    async waiting() {
      await vi.waitUntil(() => server.requests.length > 0, { timeout: 60_000, interval: 20 });
    },
    release,
  };
}
