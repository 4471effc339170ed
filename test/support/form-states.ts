import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { question } from './question-states.ts';

/** A form of one question. */
export async function makeForm(
  service: TestApp,
  headers: Record<string, string> = {},
): Promise<string> {
  const { body } = await service.rest('POST', '/questions', question, headers);
  const questionId: string = body.id;
  return createForm(service, 'OPTIMAL', [{ number: 1, position: 1, questionId, version: 1 }]);
}

/** One that no worker has assembled yet, and whose job was not added. */
export function makeQueuedForm(service: TestApp): Promise<string> {
  return createForm(service, 'QUEUED', []);
}

async function createForm(
  { app }: TestApp,
  status: string,
  questions: { number: number; position: number; questionId: string; version: number }[],
): Promise<string> {
  const id = randomUUID();
  await app.database.prisma.form.create({
    data: {
      id,
      status,
      request: { forms: 1, length: 1, criteria: {}, quotas: [], enemies: [] },
      seed: 'parity',
      createdBy: 'anonymous',
      createdAt: new Date(),
      questions: { create: questions },
    },
  });
  return id;
}
