import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Everything after the head, unparsed. */
  readonly body: string;
}

interface SendOptions {
  /** Half-close at once. */
  readonly isLast?: boolean;
}

/** Sends raw bytes and reads the response until the server closes the connection. */
export function sendRaw(
  address: string,
  bytes: string | Buffer,
  { isLast = false }: SendOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (isLast) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString('latin1'))));
  });
}

/** A request line and headers; the connection is closed after the response. */
export function head(requestLine: string, ...headers: string[]): string {
  const defaults = ['Host: localhost', 'Connection: close'];
  return [requestLine, ...defaults, ...headers, '', ''].join('\r\n');
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: text.slice(end + 4) };
}

/** Opens a connection and sends these bytes; the response is discarded. */
export async function openSocket(address: string, bytes = ''): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  // These tests provoke connection resets.
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (bytes) socket.write(bytes);
  return socket;
}
