import type { Plugin } from 'graphql-yoga';
import type { RequestState } from './request-state.ts';

/** A Yoga plugin whose hooks see the state of the request. */
export type ServerPlugin = Plugin<object, RequestState>;
