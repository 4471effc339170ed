import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';

/** The addresses of a name at its n-th query, from 1; undefined to leave the query unanswered. */
export type NameRecords = (name: string, query: number) => readonly string[] | undefined;

export interface DnsServer {
  /** As `setServers` takes it. */
  readonly address: string;
  /** The queries so far, as `A name` or `AAAA name`. */
  readonly queries: readonly string[];
}

const types: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' };

/** A name server on loopback; names without an address do not exist. */
export async function startDnsServer(records: NameRecords): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end);
    const asked = `${types[type]} ${name}`;
    queries.push(asked);
    const found = records(name, queries.filter((each) => each === asked).length);
    if (!found) return;
    const listed = found.filter((each) => isIPv4(each) === (type === 1));
    socket.send(toAnswer(query, end + 4, found.length > 0, type, listed), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closeAfterFile(async () => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function toAnswer(
  query: Buffer,
  end: number,
  exists: boolean,
  type: number,
  addresses: readonly string[],
): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = toBytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

function toBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [start = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = 8 - groups(start).length - groups(tail).length;
  const all = [...groups(start), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
