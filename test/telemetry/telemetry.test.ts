import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { startTelemetry } from '../../src/telemetry/telemetry.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { makeWebhook } from '../support/webhook-states.ts';

const newTrace = () => {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
};

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a collector received, as OTLP says it in JSON. */
function spansOf(received: readonly Received[]): ExportedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }: Json) => scopeSpans)
    .flatMap(({ spans }: Json) => spans)
    .map((span: Json) => ({ ...span, attributes: attributesOf(span.attributes) }));
}

function attributesOf(list: Json[]): Record<string, unknown> {
  const values = list.map(({ key, value }) => [key, Object.values(value)[0]]);
  return Object.fromEntries(values);
}

/** A run whose job was lost with the queue, as it is saved while its request is traced. */
async function insertLostRun(databaseUrl: string, traceparent: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("SELECT set_config('quaestor.trace', $1, false)", [traceparent]);
  const { rows } = await client.query(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count,
       created_by, job_id, created_at)
     VALUES (gen_random_uuid(), 'coverage', 0, 'QUEUED', '{}', 0, 'anonymous', gen_random_uuid(), now())
     RETURNING id`,
  );
  await client.end();
  return rows[0].id;
}

const lost = newTrace();
const databaseUrl = await createTestDatabase();
const lostRun = await insertLostRun(databaseUrl, lost.traceparent);

const collector = await startReceiver((_message, response) => void response.end('{}'));
const service = await createTestApp({
  env: {
    DATABASE_URL: databaseUrl,
    WORKERS: '1',
    LOG_LEVEL: 'debug',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_SERVICE_NAME: 'bank',
  },
});
const { rest, graphql, logged } = service;
const asAdmin = bearer((await logIn(service)).access_token);

const run = newTrace();
const change = newTrace();
const operation = newTrace();
const negotiated = newTrace();
const failed = newTrace();

// Before there is a webhook, whose deliveries are counted.
await vi.waitUntil(
  async () => (await rest('GET', `/analysis/${lostRun}`)).body.status === 'SUCCEEDED',
  { timeout: 60_000 },
);
// All that is exported, read once the service has stopped.
const receiver = await startReceiver();
await makeWebhook(service, asAdmin, {
  url: receiver.url,
  events: ['question.created', 'analysis.completed'],
  enabled: true,
});
const created = await rest('POST', '/questions', makeQuestion(), {
  traceparent: change.traceparent,
  tracestate: 'vendor=value',
});
await rest(
  'POST',
  '/analysis/run',
  { analysis_type: 'coverage', question_ids: [created.body.id] },
  {
    traceparent: run.traceparent,
    'x-request-id': 'the-run',
    prefer: 'wait=30',
  },
);
const messages = await receiver.waitFor(2);
const query = 'query Titles { questions(first: 1) { edges { node { id } } } }';
await graphql(query, {}, { traceparent: operation.traceparent });
await graphql(query, {}, { traceparent: negotiated.traceparent, accept: 'multipart/mixed, */*' });
await rest('GET', '/questions/none', undefined, { traceparent: failed.traceparent });
const malformed = [
  'nonsense',
  `${run.traceparent}, ${run.traceparent}`,
  `ff${run.traceparent.slice(2)}`,
];
for (const traceparent of malformed) {
  await rest('GET', '/questions?limit=1', undefined, { traceparent, 'x-request-id': 'malformed' });
}
await rest('GET', '/healthz', undefined, { 'x-request-id': 'probe' });
// Each has a connection of its own. The import is only tried: it would call the webhook.
const csv = 'question,answer,category,level\nIs it so?,Yes,Science,easy\n';
const ownConnections = {
  'POST /questions/import': { ...newTrace(), sql: 'COPY import_rows' },
  'GET /questions/export': { ...newTrace(), sql: 'COPY (SELECT questions.id' },
  'POST /forms': { ...newTrace(), sql: 'INSERT INTO form_questions' },
};
const headersOf = (name: keyof typeof ownConnections) => ({
  traceparent: ownConnections[name].traceparent,
  'x-request-id': name.replace(/\W/g, '-'),
  prefer: 'wait=30',
});
const dryRun = '/questions/import?dry_run=true';
await rest('POST', dryRun, csv, headersOf('POST /questions/import'));
await rest('GET', '/questions/export', undefined, headersOf('GET /questions/export'));
await rest('POST', '/forms', { forms: 1, length: 1 }, headersOf('POST /forms'));
// A receiver knows of a delivery before it is recorded.
const delivered = 'quaestor_webhook_attempts_total{outcome="delivered"} 2';
while (!(await rest('GET', '/metrics', undefined, asAdmin)).body.includes(delivered));
await service.app.stop();
const spans = spansOf(collector.received);
const inTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId);
const find = (traceId: string, isWanted: (span: ExportedSpan) => boolean) =>
  inTrace(traceId).find(isWanted) ?? expect.fail(JSON.stringify(inTrace(traceId), null, 1));

describe('a trace', () => {
  it('goes from a request through its job to the webhook, each the child of what caused it', () => {
    const request = find(run.traceId, ({ name }) => name === 'POST /analysis/run');
    expect(request).toMatchObject({
      parentSpanId: run.spanId,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/analysis/run',
        'http.response.status_code': 200,
        'url.path': '/analysis/run',
        'url.scheme': 'http',
        'quaestor.request.id': 'the-run',
      },
    });
    const job = find(run.traceId, ({ name }) => name === 'process analysis');
    expect(job).toMatchObject({
      parentSpanId: request.spanId,
      kind: 5,
      attributes: { 'messaging.system': 'bullmq', 'quaestor.request.id': 'the-run' },
    });
    const delivery = find(run.traceId, ({ name }) => name === 'POST');
    expect(delivery).toMatchObject({
      parentSpanId: job.spanId,
      kind: 3,
      attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 204 },
    });
    expect(messages.map(({ headers }) => headers.traceparent)).toContain(
      `00-${run.traceId}-${delivery.spanId}-01`,
    );
  });

  it('goes on in a run whose job was lost and added again', () => {
    const job = find(lost.traceId, ({ name }) => name === 'process analysis');
    expect(job.parentSpanId).toBe(lost.spanId);
  });

  it('goes from a change to its webhook, with what others have added to it', () => {
    const request = find(change.traceId, ({ name }) => name === 'POST /questions');
    const delivery = find(change.traceId, ({ name }) => name === 'POST');
    expect(delivery.parentSpanId).toBe(request.spanId);
    const sent = messages.find(({ headers }) => headers.traceparent?.includes(change.traceId));
    expect(sent?.headers.tracestate).toBe('vendor=value');
  });

  it.each([
    ['served the short way', operation],
    ['negotiated by Yoga', negotiated],
  ])('has the operation of a GraphQL request that is %s', (_way, { traceId, spanId }) => {
    const request = find(traceId, ({ name }) => name === 'POST /graphql');
    expect(request.parentSpanId).toBe(spanId);
    expect(find(traceId, ({ name }) => name === 'query Titles')).toMatchObject({
      parentSpanId: request.spanId,
      attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Titles' },
    });
  });

  it('has the statements of a request and of a job, without values', () => {
    const statements = inTrace(run.traceId).filter(
      ({ attributes }) => attributes['db.system.name'] === 'postgresql',
    );
    const parents = new Set(statements.map(({ parentSpanId }) => parentSpanId));
    const request = find(run.traceId, ({ name }) => name === 'POST /analysis/run');
    const job = find(run.traceId, ({ name }) => name === 'process analysis');
    expect([...parents].sort()).toEqual([request.spanId, job.spanId].sort());
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']));
    expect(texts.filter((text) => text.includes('INSERT INTO analyses'))).toHaveLength(1);
    // The thread of the analysis has a connection of its own.
    const saves = statements.filter(({ attributes }) =>
      String(attributes['db.query.text']).includes("SET status = 'SUCCEEDED'"),
    );
    expect(saves).toMatchObject([{ parentSpanId: job.spanId, name: 'UPDATE' }]);
    expect(texts.join()).not.toContain(created.body.id);
  });

  it.each(Object.entries(ownConnections))('has the statements of %s', (name, { traceId, sql }) => {
    const statement = ({ attributes }: ExportedSpan) =>
      String(attributes['db.query.text'] ?? '').startsWith(sql);
    expect(find(traceId, statement)).toMatchObject({ kind: 3 });
    const lines = logged.filter((line) => line.msg === 'Statement' && line.trace_id === traceId);
    const ids = lines.filter((line) => line.sql.startsWith(sql)).map((line) => line.request_id);
    expect(ids).toEqual([name.replace(/\W/g, '-')]);
  });

  it('of a refused request has its status and no error of the service', () => {
    const request = find(failed.traceId, ({ name }) => name === 'GET /questions/{id}');
    expect(request).toMatchObject({ attributes: { 'http.response.status_code': 404 } });
    expect(request.status.code ?? 0).toBe(0);
  });

  it('begins anew where the header is malformed, and not at a probe', () => {
    const idOf = ({ attributes }: ExportedSpan) => attributes['quaestor.request.id'];
    const roots = spans.filter((span) => idOf(span) === 'malformed');
    expect(roots).toHaveLength(malformed.length);
    expect(roots.filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
    expect(spans.filter((span) => idOf(span) === 'probe')).toEqual([]);
  });

  it('is named by the lines of the log, statements and jobs included', () => {
    const lines = logged.filter(({ trace_id }) => trace_id === run.traceId);
    const messages = new Set(lines.map(({ msg }) => msg));
    const expected = ['Request completed', 'Statement', 'Job started', 'Run started', 'Run ended'];
    expect([...messages]).toEqual(expect.arrayContaining(expected));
    const statements = lines.filter(({ msg }) => msg === 'Statement');
    expect(new Set(statements.map(({ request_id }) => request_id))).toEqual(new Set(['the-run']));
    expect(statements.map(({ sql }) => sql).join()).toContain("SET status = 'SUCCEEDED'");
  });
});

describe('an export', () => {
  it('names the service and carries the headers that are set', () => {
    const first = collector.received.find(({ path }) => path === '/v1/traces');
    expect(first?.headers.authorization).toBe('Bearer collector');
    const [{ resource }] = JSON.parse(first?.text ?? '').resourceSpans ?? [];
    expect(attributesOf(resource.attributes)).toMatchObject({
      'service.name': 'bank',
      'service.version': expect.any(String),
      'deployment.environment.name': 'test',
    });
  });

  it('has the figures of /metrics', () => {
    const metrics: Json[] = collector.received
      .filter(({ path }) => path === '/v1/metrics')
      .flatMap(({ text }) => JSON.parse(text).resourceMetrics)
      .flatMap(({ scopeMetrics }: Json) => scopeMetrics)
      .flatMap(({ metrics }: Json) => metrics);
    const byName = new Map(metrics.map((metric) => [metric.name, metric]));
    const durations = byName.get('quaestor_request_duration_seconds');
    expect(durations).toMatchObject({ unit: 's', histogram: { aggregationTemporality: 2 } });
    const point = durations.histogram.dataPoints.find(
      ({ attributes }: Json) => attributesOf(attributes).operation === 'runAnalysis',
    );
    expect(Number(point.count)).toBe(1);
    expect(point.bucketCounts.map(Number).reduce((a: number, b: number) => a + b)).toBe(1);
    expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
    const attempts = byName.get('quaestor_webhook_attempts_total').sum;
    expect(attempts).toMatchObject({ isMonotonic: true });
    const delivered = attempts.dataPoints.find(
      ({ attributes }: Json) => attributesOf(attributes).outcome === 'delivered',
    );
    expect(delivered.asDouble).toBe(2);
    expect(byName.get('nodejs_eventloop_lag_p99_seconds').gauge.dataPoints).toHaveLength(1);
    expect(byName.has('quaestor_database_connections')).toBe(true);
  });

  it('is in protobuf by default, and a sampler leaves traces out', async () => {
    const binary = await startReceiver((_message, response) => void response.end());
    const log = createLog({ level: 'silent', isPretty: false });
    const start = (env: object) =>
      startTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: binary.url, ...env }), '1', log);
    const unsampled = start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    const span = unsampled.tracer?.start('left out', 'internal', {});
    expect(span).toMatchObject({ isRecording: false, context: { isSampled: false } });
    span?.end();
    await unsampled.stop();
    expect(binary.received).toEqual([]);
    const sampled = start({ OTEL_TRACES_SAMPLER_ARG: '0' });
    sampled.tracer?.start('exported', 'internal', {}).end('SomeError');
    await sampled.stop();
    const [{ path, headers, text } = expect.fail('nothing was exported')] = binary.received;
    expect([path, headers['content-type']]).toEqual(['/v1/traces', 'application/x-protobuf']);
    expect(text).toContain('exported');
  });
});
