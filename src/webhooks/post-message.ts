import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { findAddressFault, hostOf, isPublicAddress } from './receiver-address.ts';

/** What a receiver made of a message. */
export type Outcome =
  | { readonly status: number; readonly retryAfterMs?: number }
  | { readonly error: PostError };

export interface PostError {
  readonly code: string;
  readonly detail: string;
}

export interface PostOptions {
  readonly allowPrivate: boolean;
  /** Milliseconds for everything, from the resolution of the name to the end of the response. */
  readonly timeoutMs: number;
  readonly resolve?: ResolveName;
  readonly signal?: AbortSignal;
}

/** The addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

/** The body of a response means nothing: a little of it is read, so that the receiver can finish. */
const maxResponseBytes = 16 * 1024;
const maxResponseMs = 1000;

class AddressNotAllowed extends Error {
  readonly code = 'address_not_allowed';
}

/**
 * Posts a message to a receiver. Its name is resolved now, every address is checked, and one of those
 * is connected to. Redirects are not followed. Never throws.
 */
export async function postMessage(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<Outcome> {
  const url = new URL(target);
  const fault = findAddressFault(url, options.allowPrivate);
  if (fault) return { error: fault };
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    const response = await respond(startRequest(url, headers, body, options), signal);
    const status = response.statusCode ?? 0;
    const retryAfterMs = readRetryAfter(response.headers['retry-after']);
    await discard(response, signal);
    return { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  } catch (error) {
    return { error: deadline.aborted ? timedOut(options.timeoutMs) : describe(error) };
  }
}

function startRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowPrivate, resolve = allowPrivate ? resolveBySystem : createDnsResolve() }: PostOptions,
): ClientRequest {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own: one that is kept would outlive the check of its address.
    agent: false,
    lookup: createCheckedLookup(resolve, allowPrivate),
    ...(isIP(hostOf(url)) ? {} : { servername: hostOf(url) }),
  }).end(body);
}

/** Passes on what it has checked, so that the connection goes to no other address. */
function createCheckedLookup(resolve: ResolveName, allowPrivate: boolean): LookupFunction {
  return (name, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolve(name);
      const refused = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address));
      if (refused) {
        throw new AddressNotAllowed(
          `${name} resolves to ${refused.address}, which is a private, local or reserved address.`,
        );
      }
      return addresses;
    };
    answer().then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new Error(`${name} has no address`), '');
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * By the resolver of Node.js: the system's own would occupy one of few threads until it answers. Asks
 * the name servers of the system unless others are given.
 */
export function createDnsResolve(servers?: readonly string[]): ResolveName {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    const listed = (result: typeof ipv4, family: 4 | 6) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
    return [...listed(ipv4, 4), ...listed(ipv6, 6)];
  };
}

/** Private names are often known to the system alone, by its hosts file. */
const resolveBySystem: ResolveName = (name) =>
  new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });

function respond(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const abort = () => request.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('response', resolve);
    // Also after the response: whoever reads it learns of it there.
    request.on('error', reject);
    if (signal.aborted) abort();
  });
}

/** Reads what is short and quick, and cuts off the rest. */
function discard(response: IncomingMessage, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      response.destroy();
      resolve();
    };
    const timer = setTimeout(end, maxResponseMs);
    signal.addEventListener('abort', end, { once: true });
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxResponseBytes) end();
    });
    response.once('close', end);
    response.on('error', end);
  });
}

/** Milliseconds; RFC 9110 lets it be seconds or a date. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function timedOut(timeoutMs: number): PostError {
  return { code: 'timeout', detail: `No response within ${timeoutMs / 1000} s.` };
}

/** The name of the error; messages of the network layer may quote addresses of this machine. */
function describe(error: unknown): PostError {
  if (error instanceof AddressNotAllowed) return { code: error.code, detail: error.message };
  const { code, name, syscall = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return { code: 'aborted', detail: 'The service was shut down.' };
  if (/^(query|getaddrinfo)/.test(syscall)) {
    return { code: 'name_not_resolved', detail: `The host name cannot be resolved (${code}).` };
  }
  return { code: 'connection_failed', detail: `The connection failed (${code ?? name}).` };
}
