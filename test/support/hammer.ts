import { randomUUID } from 'node:crypto';
import type { Answer } from './app.ts';
import { makeQuestion } from './questions.ts';
import type { Service } from './service.ts';

export interface Hit extends Answer {
  readonly what: string;
}

const input = `{ questionText: "Is it there?", correctAnswer: "Yes", category: SCIENCE, difficulty: BASIC }`;
const calls: Record<string, (service: Service) => Promise<Answer>> = {
  'REST read': ({ rest }) => rest('GET', '/questions?limit=5'),
  'REST write': ({ rest }) => rest('POST', '/questions', makeQuestion()),
  'REST write with a key': ({ rest }) =>
    rest('POST', '/questions', makeQuestion(), { 'Idempotency-Key': randomUUID() }),
  'REST write of many': ({ rest }) => rest('POST', '/questions', [makeQuestion()]),
  'GraphQL read': ({ graphql }) => graphql('{ questions(first: 5) { nodes { id } } }'),
  'GraphQL write': ({ graphql }) => graphql(`mutation { createQuestion(input: ${input}) { id } }`),
  readyz: ({ rest }) => rest('GET', '/readyz'),
  healthz: ({ rest }) => rest('GET', '/healthz'),
};

export const hammerKinds = Object.keys(calls);

/** Sends all kinds of requests at once, again and again, and records every response. */
export function hammer(service: Service): { readonly hits: Hit[]; stop(): Promise<void> } {
  const hits: Hit[] = [];
  let isStopped = false;
  const sendAll = () =>
    Promise.all(
      Object.entries(calls).map(async ([what, call]) => {
        hits.push({ what, ...(await call(service)) });
      }),
    );
  const run = async () => {
    while (!isStopped) await sendAll();
  };
  const ended = run();
  // A failing test never reads the results; its services are killed during the requests.
  ended.catch(() => undefined);
  return {
    hits,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}
