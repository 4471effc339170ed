import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Tracer } from './domain/span.ts';
import { endpointsOf } from './domain/telemetry-settings.ts';
import type { Log } from './log.ts';
import { readVersion } from './package-file.ts';

export interface OpenTelemetry {
  readonly tracer: Tracer | undefined;
  readonly exportsMetrics: boolean;
  /** Exports the metrics until the process closes what it has opened. */
  exportMetrics(registry: Registry): void;
}

/** For what is left at the end: a collector that is away must not delay a shutdown. */
const maxFlushMs = 3000;

/** Traces and metrics, if they are exported; else nothing is loaded. Opened first, so that it is closed last. */
export async function openTelemetry(
  config: Config,
  closers: Closers,
  log: Log,
): Promise<OpenTelemetry> {
  const { traces, metrics } = endpointsOf(config);
  if (!traces && !metrics) {
    return { tracer: undefined, exportsMetrics: false, exportMetrics: () => undefined };
  }
  const { startTelemetry } = await import('./telemetry/telemetry.ts');
  const telemetry = startTelemetry(config, await readVersion(), log);
  const closeInTime = (name: string, stop: () => Promise<void>) =>
    closers.add(name, async (timeoutMs) => {
      const late = sleep(Math.min(timeoutMs, maxFlushMs), undefined, { ref: false });
      // A failure is logged where exports are.
      await Promise.race([stop().catch(() => undefined), late]);
    });
  closeInTime('traces', telemetry.stop);
  return {
    tracer: telemetry.tracer,
    exportsMetrics: metrics !== undefined,
    exportMetrics: (registry) => closeInTime('metrics', telemetry.exportMetrics(registry)),
  };
}
