import { createServer, type Socket } from 'node:net';

/** Implements just enough of PostgreSQL's protocol to accept any client and to report its version. */
export async function startOldPostgres(version: string, number: string) {
  const server = createServer((socket) => {
    let isAuthenticated = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!isAuthenticated) acceptClient(socket, version);
      else if (bytes[0] === code('Q')) sendVersion(socket, version, number);
      isAuthenticated = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `postgresql://someone:secret@127.0.0.1:${port}/quaestor`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function acceptClient(socket: Socket, version: string): void {
  socket.write(
    Buffer.concat([
      message('R', int32(0)),
      message('S', text('server_version'), text(version)),
      message('Z', Buffer.from('I')),
    ]),
  );
}

function sendVersion(socket: Socket, version: string, number: string): void {
  const columns = ['version', 'number'].map(describeColumn);
  const values = [version, number].map((value) => [int32(value.length), Buffer.from(value)]);
  socket.write(
    Buffer.concat([
      message('T', int16(2), ...columns),
      message('D', int16(2), ...values.flat()),
      message('C', text('SELECT 1')),
      message('Z', Buffer.from('I')),
    ]),
  );
}

/** Name, table, column, type (25 is text), size, modifier, format. */
function describeColumn(name: string): Buffer {
  return Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]);
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}
