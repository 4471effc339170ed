import { type RecordedReads, recordReads } from '../../schema/reads.ts';
import type { Admission } from '../admission.ts';
import type { HttpResponse } from '../exchange.ts';
import type { Preparation } from '../operations/prepare-operation.ts';
import type { RequestState } from '../request-state.ts';
import { type Answers, asksForFresh } from './answers.ts';

/** Responds to a read from memory; if it cannot, responds afresh and remembers that. */
export type Recall = (
  key: string,
  state: RequestState,
  respond: (reads: RecordedReads) => Promise<HttpResponse>,
) => Promise<HttpResponse>;

/** Whether the answer of an operation is the same until the questions it has read change. */
export function isRememberable(operation: Preparation): boolean {
  return operation.kind === 'query' && 'rules' in operation && operation.usesQuestionsAlone;
}

export function createRecall(answers: Answers, admission: Admission): Recall {
  return async (key, state, respond) => {
    const isFresh = asksForFresh(state.request.header('cache-control'));
    const known = isFresh ? undefined : answers.find(key);
    if (known) {
      const { status, headers, body, operation, points } = known;
      state.operation ??= operation;
      state.isRemembered = true;
      await admission.admitOperation(state, { objects: 0, points });
      return { status, headers: { ...headers }, body };
    }
    const mark = answers.begin();
    const reads = recordReads();
    const costBefore = state.cost ?? 0;
    const response = await respond(reads);
    const { status, headers, body } = response;
    if (mark && reads.isComplete && status === 200 && typeof body === 'string') {
      const points = (state.cost ?? 0) - costBefore + 1;
      const { operation = '' } = state;
      const bytes = Buffer.from(body);
      answers.store(key, mark, reads, {
        status,
        headers: { ...headers },
        body: bytes,
        operation,
        points,
      });
    }
    return response;
  };
}
