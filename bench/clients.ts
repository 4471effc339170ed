import { connect, type Socket } from 'node:net';

/** What clients got within a period. */
export interface Outcomes {
  /** Successful responses in time, per second. */
  readonly goodput: number;
  readonly sent: number;
  readonly answered: number;
  /** 503 with Retry-After. */
  readonly refused: number;
  readonly gaveUp: number;
  /** Other responses and broken connections. */
  readonly failed: number;
}

export interface ClientOptions {
  readonly url: string;
  /** Makes each request another one, so that no answer is remembered: its number follows the URL. */
  readonly isNumbered?: boolean;
  readonly durationMs: number;
  /** At most so many requests. */
  readonly amount?: number;
  /** How long a client waits for its response before it closes its connection. */
  readonly patienceMs: number;
}

const burst = 8;

let number = 0;

interface Answer {
  readonly outcome: 'answered' | 'refused' | 'gaveUp' | 'failed';
  readonly retryAfterMs: number;
}

/** Clients that send their next request when they have the response, or have given up. */
export async function sendInTurn(clients: number, options: ClientOptions): Promise<Outcomes> {
  const tally = createTally(options.durationMs);
  const connections = createConnections(options);
  let left = options.amount ?? Infinity;
  const work = async () => {
    while (tally.isOpen() && left > 0) {
      left -= 1;
      const { outcome, retryAfterMs } = await connections.ask();
      tally.add(outcome);
      if (retryAfterMs > 0 && tally.isOpen()) await pause(retryAfterMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  connections.close();
  return tally.result();
}

/**
 * Requests at a constant rate, whatever becomes of the earlier ones; as many as this process can send when
 * that is fewer. Responses are read in between: clients that only send would all give up.
 */
export async function sendAtRate(perSecond: number, options: ClientOptions): Promise<Outcomes> {
  const tally = createTally(options.durationMs);
  const connections = createConnections(options);
  const start = performance.now();
  const asked: Promise<void>[] = [];
  for (let count = 0; tally.isOpen(); count += 1) {
    const due = start + (count * 1000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    else if (count % burst === 0) await nextTurn();
    asked.push(connections.ask().then(({ outcome }) => tally.add(outcome)));
  }
  tally.stop();
  await Promise.all(asked);
  connections.close();
  return tally.result();
}

function createTally(durationMs: number) {
  const start = performance.now();
  const counts = { answered: 0, refused: 0, gaveUp: 0, failed: 0 };
  let seconds = 0;
  const stop = () => {
    seconds ||= (performance.now() - start) / 1000;
  };
  return {
    isOpen: () => performance.now() - start < durationMs,
    add(outcome: Answer['outcome']) {
      counts[outcome] += 1;
    },
    stop,
    result(): Outcomes {
      stop();
      const sent = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { goodput: counts.answered / seconds, sent, ...counts };
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Kept connections, without node:http: a client that takes as much CPU as the service would be
 * measured as well.
 */
function createConnections({ url, isNumbered = false, patienceMs }: ClientOptions) {
  const { hostname, port, host, pathname, search } = new URL(url);
  const nextHead = () => {
    number += 1;
    const target = `${pathname}${search}${isNumbered ? number : ''}`;
    return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  };
  const idle: Socket[] = [];
  const take = () => {
    for (let socket = idle.pop(); socket; socket = idle.pop()) if (socket.writable) return socket;
    return connect(Number(port), hostname).setNoDelay();
  };
  return {
    ask: () =>
      new Promise<Answer>((resolve) => {
        const socket = take();
        let text = '';
        const end = (outcome: Answer['outcome'], retryAfterMs = 0) => {
          clearTimeout(timer);
          socket.removeAllListeners();
          socket.on('error', () => socket.destroy());
          if (outcome === 'gaveUp' || outcome === 'failed') socket.destroy();
          else idle.push(socket);
          resolve({ outcome, retryAfterMs });
        };
        // After what has arrived meanwhile: on a busy machine the timer may be as late as the response.
        const timer = setTimeout(() => setImmediate(() => timer && end('gaveUp')), patienceMs);
        socket.on('error', () => end('failed')).on('close', () => end('failed'));
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
          if (!isComplete(text)) return;
          const [, seconds = '0'] = /^retry-after: (\d+)/im.exec(text) ?? [];
          if (text.startsWith('HTTP/1.1 200')) end('answered');
          else if (text.startsWith('HTTP/1.1 503') && seconds !== '0')
            end('refused', Number(seconds) * 1000);
          else end('failed');
        });
        socket.write(nextHead());
      }),
    close() {
      for (const socket of idle) socket.destroy();
    },
  };
}

function isComplete(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  if (headEnd < 4) return false;
  const [, length] = /^content-length: (\d+)/im.exec(text.slice(0, headEnd)) ?? [];
  return length ? text.length >= headEnd + Number(length) : text.endsWith('\r\n0\r\n\r\n');
}
