import type { ExecutionResult } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RequestState } from './request-state.ts';

/** What Yoga receives of a request. */
export interface YogaContext {
  readonly state: RequestState;
  readonly params: GraphQLParams;
  /** The result of its operation, if it has been run. */
  readonly result?: ExecutionResult;
}

/** A Yoga plugin whose hooks see the state of the request. */
export type ServerPlugin = Plugin<object, YogaContext>;
