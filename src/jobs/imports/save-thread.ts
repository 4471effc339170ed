import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createConnection } from '../../db/connection.ts';
import { reasonOf } from '../../db/database-error.ts';
import { saveImport } from '../../db/imports/save-import.ts';
import { keepStatements, type PastStatement } from '../../db/statement-log.ts';
import { createYield } from '../traffic.ts';
import { readHere } from './reading.ts';
import type { FromSaver, PackedError, SaverAnswer, SaveTask, ToSaver } from './save-task.ts';

// On Linux this is the priority of this thread alone: requests go first.
if (process.platform === 'linux') setPriority(10);

const send = (message: FromSaver) => parentPort?.postMessage(message);
const bytesAsked: ((bytes: Uint8Array | null) => void)[] = [];
let nameAsked = (_: string | undefined) => {};

parentPort?.on('message', (message: ToSaver) => {
  if ('bytes' in message) bytesAsked.shift()?.(message.bytes);
  else nameAsked(message.name);
});

send(await save(workerData as SaveTask));
parentPort?.close();

async function save(task: SaveTask): Promise<SaverAnswer> {
  const { importId: id, by, file, traffic, databaseUrl, keepsStatements } = task;
  const statements: PastStatement[] = [];
  const openConnection = async (name: string) => {
    const client = createConnection(databaseUrl, name);
    if (keepsStatements) keepStatements(client, statements);
    await client.connect();
    return client;
  };
  const reading = readHere(id, { ...file, bytes: receive(), onRow: createYield(traffic) });
  const { policy } = file;
  try {
    const given = { id, by, name: askForName, policy, ...reading };
    const saved = await saveImport({ openConnection }, given);
    return { saved, read: reading.finish(), statements };
  } catch (error) {
    return { failure: pack(error), statements };
  }
}

/** The next bytes are on their way while these are read. */
async function* receive(): AsyncGenerator<Uint8Array> {
  const ask = () =>
    new Promise<Uint8Array | null>((resolve) => {
      bytesAsked.push(resolve);
      send('next-bytes');
    });
  let next = ask();
  for (;;) {
    const bytes = await next;
    if (!bytes) return;
    next = ask();
    yield bytes;
  }
}

function askForName(): Promise<string | undefined> {
  return new Promise((resolve) => {
    nameAsked = resolve;
    send('name');
  });
}

function pack(error: unknown): PackedError {
  const { code, severity, stack } = Object(error);
  return { message: reasonOf(error), code, severity, stack };
}
