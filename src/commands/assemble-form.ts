import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findForm } from '../db/forms/form-read.ts';
import { isFinishedForm, saveForm } from '../db/forms/form-store.ts';
import type { Form } from '../db/generated/prisma/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { type FormRequest, formRequest } from '../domain/form-input.ts';
import { readBodyInput } from '../http/rest/read-body-input.ts';
import { createFormWork } from '../jobs/forms/form-job.ts';
import type { Log } from '../log.ts';
import { checkReferences } from '../schema/form/check-references.ts';
import type { CommandServices } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type CommandIo, stopSignals } from './command-io.ts';
import { openBytes } from './open-bytes.ts';

/** A blueprint is a page of text; more is not read. */
const maxBytes = 10_000_000;
const pollMs = 500;

/** The request in a file, with all that is wrong with it at once. */
export async function readBlueprint(io: CommandIo, file: string): Promise<FormRequest> {
  const { bytes } = await openBytes(io, file);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new CommandError('The blueprint is larger than 10 MB.');
    chunks.push(chunk);
  }
  let given: unknown;
  try {
    given = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new UsageError(`The blueprint is not JSON: ${(error as Error).message}.`);
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError('The blueprint must be a JSON object such as {"length": 10}.');
  }
  const reading = readBodyInput({ name: 'Blueprint', rules: formRequest }, given);
  let step = reading.next();
  while (!step.done) step = reading.next();
  const { value, faults } = step.value;
  if (faults.length === 0) return value as FormRequest;
  throw new UsageError(
    faults.map(({ pointer, detail }) => `${pointer ?? ''}: ${detail}`).join('\n'),
  );
}

/** Assembles forms in this process and saves them like any others; a running service may be faster. */
export async function assembleHere(
  { config, database }: CommandServices,
  request: FormRequest,
  io: CommandIo,
  log: Log,
): Promise<Form> {
  const analysisId = await checkReferences(database, request);
  const { seed = randomUUID() } = request;
  const frame = { request, seed, analysisId, by: 'command-line', at: new Date() };
  const id = await inTransaction(database, (transaction) => saveForm(transaction, frame));
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  for (const signal of stopSignals) io.on(signal, stop);
  const work = createFormWork({
    database,
    timeLimit: config.formTimeout,
    publish: async () => undefined,
    log,
  });
  try {
    await work(id, stopped.signal);
    for (;;) {
      const form = await findForm(database, id);
      if (form && isFinishedForm(form.status)) return form;
      if (!form || stopped.signal.aborted) break;
      // Another worker has taken it over.
      await sleep(pollMs);
    }
  } finally {
    for (const signal of stopSignals) io.off(signal, stop);
  }
  throw new CommandError(`Interrupted. A running service or worker assembles the forms ${id}.`);
}
