import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../domain/errors.ts';
import { plainTarget } from './exchange.ts';
import { isHeaderRepeated } from './node-exchange.ts';

/**
 * What makes a request unacceptable before anything is done for it; its target is normalized. Yoga
 * parses a URL as `http://<Host><target>`, so both must be well-formed: another host could change the
 * path, or make the URL invalid.
 */
export function findRequestError(request: IncomingMessage): ServiceError | undefined {
  // Proxies may read the other of two hosts, or end a body elsewhere (request smuggling).
  const encoding = request.headers['transfer-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked') {
    return unknownTransferEncoding();
  }
  if (isHeaderRepeated(request, 'host')) {
    return new ServiceError('BAD_REQUEST', 'Send exactly one Host header.');
  }
  if (request.url === '*' && request.method === 'OPTIONS') return undefined;
  // RFC 9112, 3.2.2: an absolute URL as target is accepted, and its host takes precedence.
  if (!request.url?.startsWith('/')) takeHostFromTarget(request);
  const { url: target = '', headers } = request;
  const isMissing = headers.host === undefined && request.httpVersion === '1.0';
  if (!isMissing && !isValidHost(headers.host)) {
    return new ServiceError('BAD_REQUEST', 'The Host header must contain a valid host.');
  }
  if (!plainTarget.test(target) && !isValidTarget(target)) {
    return new ServiceError(
      'NOT_FOUND',
      'No resource at this path. See /docs for the available paths.',
    );
  }
  return undefined;
}

function takeHostFromTarget(request: IncomingMessage): void {
  const [, host, rest] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined || rest === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

function isValidTarget(target: string): boolean {
  return /^\/(?!\/)/.test(target) && URL.canParse(target, 'http://localhost');
}

export function isValidHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  if (host === '' || validHosts.has(host)) return true;
  const isValid = /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`);
  if (isValid) validHosts.set(host, true);
  return isValid;
}

/** A service has few names, and every request has one of them. */
const validHosts = new LRUCache<string, true>({ max: 100 });

export function unknownTransferEncoding(): ServiceError {
  return new ServiceError(
    'NOT_IMPLEMENTED',
    'The only supported Transfer-Encoding is chunked. Send the body chunked or with a Content-Length.',
  );
}
