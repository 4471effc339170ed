import type { Socket } from 'node:net';
import type pg from 'pg';
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js';
import { type MessageCallback, Parser } from 'pg-protocol/dist/parser.js';

/** What pg-protocol declares private, and the part of Buffer that `toString` calls. */
interface Position {
  offset: number;
  readonly buffer: Buffer & { utf8Slice(start: number, end: number): string };
}

/** The part of pg's connection that listens to the server. */
interface Connection {
  attachListeners(stream: Socket): void;
  emit(event: string, message: object): void;
}

/**
 * Reads the lengths and values of rows without the checks of Buffer, which know nothing of messages that are
 * complete and take as long as reading them: 5 % of the CPU time of a list.
 */
class MessageReader extends BufferReader {
  override int32(): number {
    const position = this as unknown as Position;
    const { buffer, offset } = position;
    position.offset = offset + 4;
    const byte = (at: number) => buffer[offset + at] as number;
    return (byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3);
  }

  override string(length: number): string {
    const position = this as unknown as Position;
    const start = position.offset;
    position.offset = start + length;
    return position.buffer.utf8Slice(start, start + length);
  }
}

/** Lets a client that is not connected yet read its messages so. */
export function useMessageReader(client: pg.Client): void {
  const { connection } = client as unknown as { connection: Connection };
  const pass: MessageCallback = (message) =>
    connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
  connection.attachListeners = (stream) => {
    const parser = new Parser();
    Object.assign(parser, { reader: new MessageReader() });
    stream.on('data', (bytes) => parser.parse(bytes, pass));
  };
}
