import type { Histogram, Registry } from 'prom-client';

const name = 'quaestor_request_duration_seconds';
/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.02, 0.1, 0.5, 2, 10, Number.POSITIVE_INFINITY];

interface Series {
  /** Requests by the first bound that is not below their duration. */
  readonly counts: number[];
  count: number;
  sum: number;
}

export interface RequestDurations {
  observe(operation: string, status: number, seconds: number): void;
}

/**
 * A histogram that is printed by prom-client. Its own one looks up the labels and the bucket as texts,
 * for every request, which takes longer than to find a remembered answer.
 */
export function createRequestDurations(registry: Registry): RequestDurations {
  const operations = new Map<string, Map<number, Series>>();
  const metric = {
    name,
    type: 'histogram',
    async get() {
      const help = 'Duration of requests by operation and status.';
      return { name, help, type: 'histogram', aggregator: 'sum', values: list(operations) };
    },
  };
  registry.registerMetric(metric as unknown as Histogram);
  return {
    observe(operation, status, seconds) {
      const series = findSeries(operations, operation, status);
      let bucket = 0;
      while (seconds > (bounds[bucket] as number)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] as number) + 1;
      series.count += 1;
      series.sum += seconds;
    },
  };
}

function findSeries(
  operations: Map<string, Map<number, Series>>,
  operation: string,
  status: number,
): Series {
  const known = operations.get(operation)?.get(status);
  if (known) return known;
  const series = { counts: bounds.map(() => 0), count: 0, sum: 0 };
  const statuses = operations.get(operation) ?? new Map<number, Series>();
  operations.set(operation, statuses.set(status, series));
  return series;
}

function list(operations: ReadonlyMap<string, ReadonlyMap<number, Series>>) {
  return [...operations].flatMap(([operation, statuses]) =>
    [...statuses].flatMap(([status, { counts, count, sum }]) => {
      const labels = { operation, status: String(status) };
      let below = 0;
      const buckets = counts.map((inBucket, index) => {
        below += inBucket;
        const bound = bounds[index] as number;
        const le = Number.isFinite(bound) ? String(bound) : '+Inf';
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    }),
  );
}
