import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { type MeasuredProcess, startService } from './measured-process.ts';

const requests = 200;
const warmUp = 1000;

interface Attack {
  readonly name: string;
  readonly path: string;
  /** The path of the nth request, if each has its own. */
  readonly pathOf?: (n: number) => string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Sent as it is over a connection of its own, instead of a request. */
  readonly raw?: string;
}

/** No hostile request may cost more than this many normal ones. */
const maxRatio = 20;

/** CPU of the service per hostile request, compared to a normal one; all rows, or those whose names begin so. */
export async function benchHostile(databaseUrl: string, only: readonly string[]): Promise<void> {
  const isSelected = ({ name }: Attack) =>
    only.length === 0 || only.some((start) => name.startsWith(start));
  const service = await startService(databaseUrl);
  try {
    // Each at another offset: a repeated read is answered from memory, which is not the normal price.
    const normal: Attack = {
      name: 'a normal GET /questions',
      path: '/questions',
      pathOf: (n) => `/questions?offset=${n}`,
    };
    await measure(service, normal, warmUp);
    const baseline = await measure(service, normal);
    const rows = [{ ...baseline, ratio: '1.0' }];
    for (const attack of attacks().filter(isSelected)) {
      await measure(service, attack, warmUp / 20);
      const measured = await measure(service, attack);
      const ratio = Number(measured['CPU ms']) / Number(baseline['CPU ms']);
      rows.push({ ...measured, ratio: ratio.toFixed(1) });
    }
    console.table(rows);
    const above = rows.filter(({ ratio }) => Number(ratio) > maxRatio);
    for (const { request } of above) console.log(`Above ${maxRatio} normal requests: ${request}`);
  } finally {
    await service.stop();
  }
}

function attacks(): Attack[] {
  const repeat = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n)).join(' ');
  const double = (type: string, leaf: string) =>
    `${repeat(30, (n) => `fragment F${n} on ${type} { ...F${n + 1} ...F${n + 1} }`)}
     fragment F30 on ${type} { ${leaf} }`;
  const page = 'questions(first: 100) { nodes { id } }';
  const create = 'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }';
  const unknownKeys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])));
  return [
    query('4,000 levels', `{ ${'a { '.repeat(3999)}a${' }'.repeat(3999)} }`),
    query('20,000 aliases', `{ ${repeat(20_000, (n) => `a${n}: __typename`)} }`),
    query('16 aliases of full pages', `{ ${repeat(16, (n) => `a${n}: ${page}`)} }`),
    query('5 full pages, 500 objects', `{ ${repeat(5, (n) => `a${n}: ${page}`)} }`),
    query('the same field 3,000 times', `{ ${'__typename '.repeat(3000)} }`),
    query(
      'a chain of 1,000 fragments',
      `{ ...F0 } ${repeat(1000, (n) => `fragment F${n} on Query { ...F${n + 1} }`)}`,
    ),
    query('fragments that double 30 times', `{ ...F0 } ${double('Query', '__typename')}`),
    query('the same below a list', `{ questions { nodes { ...F0 } } } ${double('Question', 'id')}`),
    query(
      'circular fragments',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    ),
    query('10,000 directives', `{ __typename ${'@include(if: true) '.repeat(10_000)} }`),
    query('250 unknown fields', `{ ${repeat(250, (n) => `questionz${n}`)} }`),
    query(
      'introspection at the maximum depth',
      '{ __schema { types { fields { name type { fields { name type { name } } } } } } }',
    ),
    query('the standard introspection query', getIntrospectionQuery()),
    query('4 full pages, 400 objects, allowed', `{ ${repeat(4, (n) => `a${n}: ${page}`)} }`),
    {
      // 1,600 requests in one connection, of which 50 are answered.
      name: '64 KB of pipelined requests, not read',
      path: '/nope',
      raw: 'GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1600),
    },
    { name: 'an unknown path', path: '/nope' },
    {
      name: 'a chunked body of 12 MB',
      path: '/questions',
      raw: `POST /questions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks(12_000_000)}`,
    },
    {
      name: 'a body that never comes',
      path: '/questions',
      raw: 'POST /questions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    },
    json('25 MB of variables', '/graphql', `{"variables":{"x":"${'x'.repeat(25_000_000)}"}}`),
    json(
      'variables with 100,000 unknown keys',
      '/graphql',
      `{"query":${JSON.stringify(create)},"variables":{"input":${unknownKeys(100_000)}}}`,
    ),
    json('a body with 1,000,000 unknown keys', '/questions', unknownKeys(1_000_000)),
    json('1,000 unknown keys, 100 of them listed', '/questions', unknownKeys(1000)),
    { name: 'a search that only excludes a word', path: '/questions?search=-planet' },
    json('JSON nested 5,000 deep', '/questions', '['.repeat(5000) + ']'.repeat(5000)),
    json('9 MB of JSON', '/questions', `{"x":"${'x'.repeat(9_000_000)}"}`),
    {
      ...json('a gzip bomb of 50 MB', '/questions', ''),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(50_000_000))),
    },
    {
      name: 'an invalid token',
      path: '/questions',
      headers: {
        Authorization: `Bearer ${Buffer.from('{"alg":"ES256","typ":"at+jwt","kid":"x"}').toString('base64url')}.e30.AAAA`,
      },
    },
  ];
}

function chunks(bytes: number): string {
  const size = 60_000;
  return `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(bytes / size);
}

/** Sends the text, reads nothing and hangs up as soon as the other end would have answered. */
function sendRaw(url: string, text: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let status = 0;
    socket.once('data', (data) => {
      status = Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]);
      socket.destroy();
    });
    socket.setTimeout(100, () => socket.destroy());
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(status));
    socket.write(text);
  });
}

function query(name: string, text: string): Attack {
  return json(name, '/graphql', JSON.stringify({ query: text }));
}

function json(name: string, path: string, body: string): Attack {
  return { name, path, body, headers: { 'Content-Type': 'application/json' } };
}

let started = 0;

async function measure(service: MeasuredProcess, attack: Attack, count = requests) {
  const { name, path, pathOf = () => path, headers = {}, body, raw } = attack;
  const isLarge = (body?.length ?? raw?.length ?? 0) > 1_000_000;
  const sent = isLarge ? Math.ceil(count / 10) : count;
  const before = service.cpu();
  let status = 0;
  started += sent;
  for (let n = 0; n < sent; n += 1) {
    if (raw !== undefined) {
      status = await sendRaw(service.url, raw);
      continue;
    }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body };
    const response = await fetch(service.url + pathOf(started + n), init);
    status = response.status;
    await response.arrayBuffer();
  }
  return { request: name, status, 'CPU ms': ((service.cpu() - before) / sent).toFixed(2) };
}
