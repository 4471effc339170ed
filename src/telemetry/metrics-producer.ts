import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';

type Prometheus = MetricObjectWithValues<MetricValueWithName<string>>;

/** The figures of /metrics, under the same names. */
export function createMetricsProducer(
  registry: Registry,
  version: string,
  startedAt = Date.now() - performance.now(),
): MetricProducer {
  return {
    async collect() {
      // Its types know no names of values, which its histograms have.
      const metrics = (await registry.getMetricsAsJSON()) as unknown as Prometheus[];
      const span = { startTime: toHrTime(startedAt), endTime: toHrTime(Date.now()) };
      const scope = { name: 'quaestor', version };
      const resourceMetrics = {
        resource: emptyResource(),
        scopeMetrics: [{ scope, metrics: metrics.map((metric) => toMetricData(metric, span)) }],
      };
      return { resourceMetrics, errors: [] };
    },
  };
}

type TimeSpan = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function toMetricData(metric: Prometheus, span: TimeSpan): MetricData {
  const { name, help: description, type } = metric;
  const common = {
    descriptor: { name, description, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // A type of this name is also printed as text by the library.
  const kind = String(type);
  if (kind === 'histogram') {
    const dataPoints = toHistograms(metric, span);
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = metric.values.map(({ value, labels }) => ({
    ...span,
    attributes: labels as Attributes,
    value,
  }));
  if (kind === 'counter') {
    return { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true };
  }
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus lists a histogram as sums up to each bound, one value after the other. */
function toHistograms({ name, values }: Prometheus, span: TimeSpan) {
  const series = new Map<string, { labels: Attributes; below: [number, number][]; sum: number }>();
  for (const { value, labels: given, metricName } of values) {
    const { le, ...labels } = given as Record<string, string | number>;
    const key = JSON.stringify(Object.entries(labels).sort());
    const found = series.get(key) ?? { labels, below: [], sum: 0 };
    series.set(key, found);
    if (metricName === `${name}_sum`) found.sum = value;
    if (metricName === `${name}_bucket`) found.below.push([Number(le ?? Infinity), value]);
  }
  return [...series.values()].map(({ labels, below, sum }) => {
    const sorted = below
      .map(([bound, count]): [number, number] => [Number.isNaN(bound) ? Infinity : bound, count])
      .sort(([a], [b]) => a - b);
    const counts = sorted.map(([, count], index) => count - (sorted[index - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite);
    const count = sorted.at(-1)?.[1] ?? 0;
    return { ...span, attributes: labels, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return /_bytes(_total)?$/.test(name) ? 'By' : '1';
}

function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}
