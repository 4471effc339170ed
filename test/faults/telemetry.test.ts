import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { startReceiver } from '../support/receiver.ts';

const requests = 6000;

const collectors = {
  'is away': async () => 'http://127.0.0.1:9',
  'answers 500': async () =>
    (await startReceiver((_message, response) => void response.writeHead(500).end())).url,
  'never answers': async () => (await startReceiver(() => undefined)).url,
};

describe.each(Object.entries(collectors))('a collector that %s', (_state, start) => {
  it('delays neither requests nor a shutdown, and more spans than fit are dropped', async () => {
    const { app, rest, logged } = await createTestApp({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await start(),
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
        // Longer than a test may take: neither ends the wait for a collector that never answers.
        OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
        SHUTDOWN_TIMEOUT: '10m',
      },
    });
    const statuses = new Set<number>();
    for (let sent = 0; sent < requests; sent += 50) {
      const answers = Array.from({ length: 50 }, () => rest('GET', '/questions?limit=1'));
      for (const { status } of await Promise.all(answers)) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    await app.stop();
    expect(logged.filter(({ msg }) => msg === 'Shutdown step failed')).toEqual([]);
    const failures = logged.filter(({ msg }) => msg === 'Telemetry not exported');
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(({ reason }) => reason).join()).not.toContain('authorization');
  });
});
