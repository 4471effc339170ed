import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../config.ts';
import { type Check, ok, warning } from './check.ts';

const loopback = /^(127\.|::1$|localhost$)/;

/** Settings that are valid on their own and probably not what was meant together. */
export function checkSettings(config: Config): Check[] {
  return [...checkExposure(config), ...checkSecrets(config), checkMemory(config)];
}

function checkExposure(config: Config): Check[] {
  const { host, publicUrl, trustProxy, anonymousScopes } = config;
  const isPublic = !loopback.test(host) || publicUrl !== undefined;
  if (!isPublic) return [ok('exposure', `only this machine can reach it (HOST ${host})`)];
  const checks: Check[] = [];
  if (anonymousScopes.some((scope) => scope !== 'quizzes:play')) {
    const scopes = anonymousScopes.join(', ');
    checks.push(
      warning(
        'exposure',
        `everyone who can reach it has the scopes ${scopes} without a token`,
        'Set ANONYMOUS_SCOPES to quizzes:play or leave it empty, unless that is intended.',
      ),
    );
  }
  if (!publicUrl) {
    checks.push(
      warning(
        'address',
        'PUBLIC_URL is not set, so that links and tokens name HOST and PORT',
        'Set PUBLIC_URL to the address that clients use.',
      ),
    );
  } else if (trustProxy === 0 && publicUrl.startsWith('https:')) {
    checks.push(
      warning(
        'proxy',
        'PUBLIC_URL is https, which a proxy must provide, and TRUST_PROXY is 0: all callers have one address and share its limits',
        'Set TRUST_PROXY to the number of proxies in front of the service.',
      ),
    );
  }
  return checks.length > 0 ? checks : [ok('exposure', `public at ${publicUrl}`)];
}

function checkSecrets({ databaseUrl, dataKey }: Config): Check[] {
  if (!databaseUrl || dataKey) return [];
  return [
    warning(
      'secrets',
      'DATA_KEY is not set, so that signing keys and webhook secrets are stored unencrypted',
      'Set DATA_KEY, the same on all nodes: `openssl rand -base64 32` generates one. Keep a copy apart from the backups.',
    ),
  ];
}

function checkMemory({ workers, analysisMemory }: Config): Check {
  const needed = workers * analysisMemory;
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const machine = `${availableParallelism()} cores and ${gigabytes(totalmem())}`;
  if (needed > totalmem() * 0.8) {
    return warning(
      'memory',
      `analyses may take ${gigabytes(needed)} (WORKERS times ANALYSIS_MEMORY) on a machine with ${machine}`,
      'Lower WORKERS or ANALYSIS_MEMORY.',
    );
  }
  return ok('memory', `analyses take at most ${gigabytes(needed)} of ${machine}`);
}
