import * as z from 'zod';
import { endpointUrl, integer, oneOf, onOff, optionalSetting, setting } from './setting-schemas.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** name=value pairs, the values percent-encoded; the error does not repeat them, since headers are secrets. */
const pairs = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const entries = text.split(',').flatMap((pair) => {
    if (pair.trim() === '') return [];
    const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decode(value.trim());
    if (name && decoded !== undefined) return [[name, decoded] as const];
    const message = 'must be a list such as name=value,other=value, with values percent-encoded';
    context.addIssue({ code: 'custom', message });
    return [];
  });
  return Object.fromEntries(entries);
});

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, { error: 'must be a number from 0 to 1' })
  .transform(Number);

/** OpenTelemetry, by the names of its specification. Off unless an endpoint or an exporter is set. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    'OpenTelemetry collector, such as http://localhost:4318, that receives traces and metrics over HTTP.',
    endpointUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalSetting('Full URL for traces alone.', endpointUrl),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optionalSetting('Full URL for metrics alone.', endpointUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optionalSetting(
    'Headers for it, such as authorization=Bearer%20secret.',
    pairs,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    'http/protobuf',
    'http/protobuf or http/json.',
    oneOf('http/protobuf', 'http/json'),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    '10000',
    'Milliseconds that it may take to receive them.',
    integer(1, 600_000),
  ),
  OTEL_TRACES_EXPORTER: optionalSetting(
    'otlp or none; otlp if an endpoint for traces is set.',
    oneOf('otlp', 'none'),
  ),
  OTEL_METRICS_EXPORTER: optionalSetting(
    'otlp or none; otlp if an endpoint for metrics is set.',
    oneOf('otlp', 'none'),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: setting(
    '60000',
    'Milliseconds between two exports of metrics.',
    integer(100, 3_600_000),
  ),
  OTEL_SERVICE_NAME: optionalSetting(
    'Name of the service in traces and metrics; quaestor unless OTEL_RESOURCE_ATTRIBUTES names one.',
    z.string(),
  ),
  OTEL_RESOURCE_ATTRIBUTES: optionalSetting(
    'Attributes of all traces and metrics, such as deployment.environment.name=production.',
    pairs,
  ),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    'Which traces are exported: always_on, always_off or traceidratio, or parentbased_ and one of them.',
    oneOf(...samplers),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('1', 'Share of traces for traceidratio, 0 to 1.', ratio),
  OTEL_SDK_DISABLED: setting('off', 'Export nothing, whatever else is set.', onOff),
};

/** The settings as the program reads them. */
export interface TelemetryConfig {
  readonly otelExporterOtlpEndpoint?: string | undefined;
  readonly otelExporterOtlpTracesEndpoint?: string | undefined;
  readonly otelExporterOtlpMetricsEndpoint?: string | undefined;
  readonly otelExporterOtlpHeaders?: Readonly<Record<string, string>> | undefined;
  readonly otelExporterOtlpProtocol: 'http/protobuf' | 'http/json';
  readonly otelExporterOtlpTimeout: number;
  readonly otelTracesExporter?: 'otlp' | 'none' | undefined;
  readonly otelMetricsExporter?: 'otlp' | 'none' | undefined;
  readonly otelMetricExportInterval: number;
  readonly otelServiceName?: string | undefined;
  readonly otelResourceAttributes?: Readonly<Record<string, string>> | undefined;
  readonly otelTracesSampler: (typeof samplers)[number];
  readonly otelTracesSamplerArg: number;
  readonly otelSdkDisabled: boolean;
}

const defaultEndpoint = 'http://localhost:4318';

/** Where traces and metrics go; undefined for what is not exported. */
export function endpointsOf(config: TelemetryConfig): { traces?: string; metrics?: string } {
  if (config.otelSdkDisabled) return {};
  const { otelExporterOtlpEndpoint: base } = config;
  const find = (own: string | undefined, exporter: string | undefined, path: string) => {
    const isOn = exporter ? exporter === 'otlp' : (own ?? base) !== undefined;
    return isOn ? (own ?? `${(base ?? defaultEndpoint).replace(/\/+$/, '')}${path}`) : undefined;
  };
  const { otelTracesExporter, otelMetricsExporter } = config;
  const traces = find(config.otelExporterOtlpTracesEndpoint, otelTracesExporter, '/v1/traces');
  const metrics = find(config.otelExporterOtlpMetricsEndpoint, otelMetricsExporter, '/v1/metrics');
  return { ...(traces && { traces }), ...(metrics && { metrics }) };
}
