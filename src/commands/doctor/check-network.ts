import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { endpointsOf } from '../../domain/telemetry-settings.ts';
import { type Check, ok, problem, warning } from './check.ts';

const timeoutMs = 3000;

export async function checkNetwork(config: Config): Promise<Check[]> {
  const { traces, metrics } = endpointsOf(config);
  const collectors = [...new Set([traces, metrics].flatMap((url) => url ?? []))];
  return [
    await checkPort(config),
    ...(config.redisUrl ? [await checkRedis(config.redisUrl)] : []),
    ...(await Promise.all(collectors.map(checkCollector))),
  ];
}

async function checkPort({ host, port }: Config): Promise<Check> {
  const failure = await tryToListen(host, port);
  if (!failure) return ok('port', `${host}:${port} is free`);
  if (failure.code !== 'EADDRINUSE') {
    return problem(
      'port',
      `cannot listen on ${host}:${port}: ${failure.message}`,
      'Change HOST or PORT.',
    );
  }
  const local = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}/healthz`;
  const isOurs = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    (response) => response.ok && response.headers.has('api-version'),
    () => false,
  );
  if (isOurs) return ok('port', `Quaestor is running on ${host}:${port}`);
  return problem('port', `${host}:${port} is used by another program`, 'Stop it, or change PORT.');
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Whatever it answers to a question it does not expect. */
async function checkCollector(url: string): Promise<Check> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    return ok('telemetry', `${url} answers`);
  } catch (error) {
    const { cause, message } = error as Error;
    return warning(
      'telemetry',
      `${url} cannot be reached: ${cause instanceof Error ? cause.message || cause.name : message}`,
      'Check OTEL_EXPORTER_OTLP_ENDPOINT and that the collector runs. Until then nothing is exported.',
    );
  }
}

async function checkRedis(url: string): Promise<Check> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Says more than the error of the call.
  let reason: string | undefined;
  client.on('error', ({ message }) => {
    reason ??= message;
  });
  try {
    await client.connect();
    const info = await client.info('server');
    return ok('redis', `Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? ''}`.trim());
  } catch (error) {
    return problem(
      'redis',
      `${new URL(url).host} cannot be used: ${reason ?? (error as Error).message}`,
      'Check REDIS_URL and that the server runs. Without REDIS_URL, PostgreSQL does its work.',
    );
  } finally {
    client.disconnect();
  }
}
