import type { ExecutionArgs } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Context } from '../schema/context.ts';
import type { RequestDeadline } from './request-deadline.ts';
import type { RequestState } from './request-state.ts';

type OperationContext = Context & {
  readonly state: RequestState;
  readonly deadline: RequestDeadline;
};

/** A Yoga plugin whose hooks see the state of the request, and whose operations run in our context. */
export type ServerPlugin = Plugin<OperationContext, RequestState>;

/** What the hooks around an operation know of it. */
export interface Operation
  extends Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> {
  readonly contextValue: OperationContext & YogaInitialContext;
}
