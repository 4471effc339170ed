import { expect, vi } from 'vitest';
import { type Hit, hammerKinds } from './hammer.ts';

/** Waits until every kind of request, except the one that never is, got such a response. */
export async function waitForEach(
  hits: readonly Hit[],
  isSo: (hit: Hit) => boolean,
  { from = 0, except = '' } = {},
): Promise<void> {
  const expected = hammerKinds.filter((what) => what !== except);
  const seen = () =>
    new Set(
      hits
        .slice(from)
        .filter(isSo)
        .map(({ what }) => what),
    );
  await vi.waitUntil(() => expected.every((what) => seen().has(what)), {
    timeout: 60_000,
    interval: 20,
  });
}

export function isDone({ status }: Hit): boolean {
  return status < 300;
}

export function isRefused({ status }: Hit): boolean {
  return status === 503;
}

/** Every response is a success, or reports that the database is unavailable and when to retry. */
export function expectNoFailures(hits: readonly Hit[]): void {
  for (const { what, status, headers, body } of hits) {
    expect([200, 201, 503], `${what}: ${JSON.stringify(body)}`).toContain(status);
    if (status === 503) {
      expect(headers.get('retry-after'), what).toBe('2');
      expect(body.code ?? body.errors[0].extensions.code, what).toBe('SERVICE_UNAVAILABLE');
      expect(what).not.toBe('healthz');
    } else expect(body.errors, what).toBeUndefined();
  }
}
