import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import type { Tracer } from '../domain/span.ts';
import { endpointsOf, type TelemetryConfig } from '../domain/telemetry-settings.ts';
import { createLogThrottle, type Log } from '../log.ts';
import { createMetricsProducer } from './metrics-producer.ts';
import { createTracer } from './tracer.ts';

export interface Telemetry {
  /** Undefined if traces are not exported. */
  readonly tracer: Tracer | undefined;
  /** Begins to export the metrics; returns how to export them once more and stop. */
  exportMetrics(registry: Registry): () => Promise<void>;
  /** Exports what is left of the traces. */
  stop(): Promise<void>;
}

/** Spans that wait to be exported; further ones are dropped, so that a collector that is away costs no more. */
const maxQueued = 4096;
const maxBatch = 512;
const exportDelayMs = 2000;
/** Statements may be longer. */
const maxValueLength = 4096;

/** Exports traces and metrics by OTLP over HTTP; loaded only where that is configured. */
export function startTelemetry(config: TelemetryConfig, version: string, log: Log): Telemetry {
  const { otelExporterOtlpHeaders: headers, otelExporterOtlpTimeout: timeoutMillis } = config;
  const { traces, metrics } = endpointsOf(config);
  logFailures(log);
  const resource = resourceFromAttributes({
    'service.name': 'quaestor',
    'service.version': version,
    ...config.otelResourceAttributes,
    ...(config.otelServiceName && { 'service.name': config.otelServiceName }),
  });
  const isJson = config.otelExporterOtlpProtocol === 'http/json';
  const shared = { timeoutMillis, ...(headers && { headers }) };
  const openTraces = (url: string) => {
    const options = { url, ...shared };
    const exporter = isJson ? new JsonTraceExporter(options) : new OTLPTraceExporter(options);
    const processor = new BatchSpanProcessor({
      exporter,
      maxQueueSize: maxQueued,
      maxExportBatchSize: maxBatch,
      scheduledDelayMillis: exportDelayMs,
      exportTimeoutMillis: timeoutMillis,
    });
    return new TracerProvider({
      resource,
      sampler: samplerOf(config),
      spanProcessors: [processor],
      spanLimits: { attributeValueLengthLimit: maxValueLength },
    });
  };
  const provider = traces ? openTraces(traces) : undefined;
  log.info({ traces, metrics }, 'Telemetry enabled');
  return {
    tracer: provider && createTracer(provider.getTracer('quaestor', version)),
    exportMetrics(registry) {
      if (!metrics) return async () => undefined;
      const options = { url: metrics, ...shared };
      const reader = new PeriodicExportingMetricReader({
        exporter: isJson ? new JsonMetricExporter(options) : new OTLPMetricExporter(options),
        exportIntervalMillis: config.otelMetricExportInterval,
        exportTimeoutMillis: Math.min(timeoutMillis, config.otelMetricExportInterval),
        metricProducers: [createMetricsProducer(registry, version)],
      });
      const meters = new MeterProvider({ resource, readers: [reader] });
      return () => meters.shutdown();
    },
    stop: async () => provider?.shutdown(),
  };
}

function samplerOf({ otelTracesSampler: name, otelTracesSamplerArg: share }: TelemetryConfig) {
  const [, isParentBased, kind] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = samplers[kind ?? '']?.() ?? new AlwaysOnSampler();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** The library reports to a logger of the whole process; a collector that is away is told once a second at most. */
function logFailures(log: Log): void {
  const throttle = createLogThrottle(log);
  const warn = (reason: string) => throttle.warn({ reason }, 'Telemetry not exported');
  const ignore = () => undefined;
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
