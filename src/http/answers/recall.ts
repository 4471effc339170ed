import { type RecordedReads, recordReads } from '../../schema/reads.ts';
import type { Admission } from '../admission.ts';
import type { HttpRequest, HttpResponse } from '../exchange.ts';
import type { Preparation } from '../operations/prepare-operation.ts';
import type { RequestState } from '../request-state.ts';
import type { RememberedAnswer } from './answer-cache.ts';
import { type Answers, asksForFresh } from './answers.ts';

export interface Recall {
  /** What is remembered of a read, if the request accepts it. */
  find(key: string, request: HttpRequest): RememberedAnswer | undefined;
  /** Responds to a read from memory, if that needs nothing that takes time. */
  atOnce(known: RememberedAnswer, state: RequestState): HttpResponse | undefined;
  /** Responds to a read from memory; if it cannot, responds afresh and remembers that. */
  orAfresh(
    key: string,
    state: RequestState,
    respond: (reads?: RecordedReads) => Promise<HttpResponse>,
  ): Promise<HttpResponse>;
}

/** Whether the answer of an operation is the same until the questions it has read change. */
export function isRememberable(operation: Preparation): boolean {
  return operation.kind === 'query' && 'rules' in operation && operation.usesQuestionsAlone;
}

export function createRecall(answers: Answers, admission: Admission): Recall {
  const find = (key: string, request: HttpRequest) =>
    asksForFresh(request.header('cache-control')) ? undefined : answers.find(key);
  const use = ({ status, headers, body, operation }: RememberedAnswer, state: RequestState) => {
    state.operation ??= operation;
    state.isRemembered = true;
    return { status, headers, body };
  };
  return {
    find,
    atOnce: (known, state) =>
      admission.admitAtOnce(state, known.points) ? use(known, state) : undefined,
    async orAfresh(key, state, respond) {
      const known = find(key, state.request);
      if (known) {
        const charged = admission.admitOperation(state, { objects: 0, points: known.points });
        if (charged) await charged;
        return use(known, state);
      }
      const mark = answers.begin(key);
      if (!mark) return respond();
      const reads = recordReads();
      const costBefore = state.cost ?? 0;
      const response = await respond(reads);
      const { status, headers, body } = response;
      if (reads.isComplete && status === 200 && typeof body === 'string') {
        const points = (state.cost ?? 0) - costBefore + 1;
        const { operation = '' } = state;
        const isAscii = Buffer.byteLength(body) === body.length;
        const kept = isAscii ? body : Buffer.from(body);
        const answer = { status, headers, body: kept, operation, points };
        answers.store(key, mark, reads, answer);
      }
      return response;
    },
  };
}
