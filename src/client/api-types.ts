import type { components, operations } from './generated/api.d.ts';

export type { components, operations };

/** The name of an operation, as the OpenAPI document calls it. */
export type OperationName = keyof operations;

export type Problem = components['schemas']['Problem'];

type ParametersIn<Op, Place extends string> = Op extends {
  parameters: { [P in Place]: infer Given };
}
  ? Given
  : Op extends { parameters: { [P in Place]?: infer Given } }
    ? [NonNullable<Given>] extends [never]
      ? unknown
      : NonNullable<Given>
    : unknown;

type ContentOf<Body> = Body extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json
    : BodyInit
  : never;

type BodyOf<Op> = Op extends { requestBody: infer Body }
  ? { readonly body: ContentOf<Body> }
  : Op extends { requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? unknown
      : { readonly body?: ContentOf<NonNullable<Body>> }
    : unknown;

/** The parameters of the path and the query string by their names, and the body. */
export type InputOf<Name extends OperationName> = ParametersIn<operations[Name], 'path'> &
  ParametersIn<operations[Name], 'query'> &
  BodyOf<operations[Name]>;

type ResponsesOf<Name extends OperationName> = operations[Name]['responses'];

type SuccessStatus = 200 | 201 | 202 | 204;

type DataOf<Response> = Response extends { content: { 'application/json': infer Data } }
  ? Data
  : undefined;

/** What an operation answers: its data, or one of the problems that it may report. */
export type ResultOf<Name extends OperationName> = SuccessOf<Name> | FailureOf<Name>;

export type SuccessOf<Name extends OperationName> = {
  [Status in keyof ResponsesOf<Name> & SuccessStatus]: {
    readonly ok: true;
    readonly status: Status;
    readonly data: DataOf<ResponsesOf<Name>[Status]>;
    /** Its body has been read if it is JSON, and not if it is a file. */
    readonly response: Response;
  };
}[keyof ResponsesOf<Name> & SuccessStatus];

export type FailureOf<Name extends OperationName> =
  | {
      [Status in Exclude<keyof ResponsesOf<Name>, SuccessStatus | 304>]: {
        readonly ok: false;
        readonly status: Status;
        readonly problem: Omit<Problem, 'status'> & { readonly status: Status };
      };
    }[Exclude<keyof ResponsesOf<Name>, SuccessStatus | 304>]
  | Unreachable;

/** No answer came: the service could not be reached, or the call was cancelled. */
export interface Unreachable {
  readonly ok: false;
  readonly status: 0;
  readonly cause: unknown;
}

export type DataOfOperation<Name extends OperationName> = SuccessOf<Name>['data'];

/** The items of a list that has pages. */
export type ItemOf<Name extends OperationName> =
  DataOfOperation<Name> extends { data: readonly (infer Item)[]; page: unknown } ? Item : never;

/** The operations that list pages. */
export type ListName = {
  [Name in OperationName]: [ItemOf<Name>] extends [never] ? never : Name;
}[OperationName];

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Arguments<Input> = unknown extends Input
  ? [input?: undefined, options?: CallOptions]
  : Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** All operations by their names. */
export type Calls = {
  readonly [Name in OperationName]: (...given: Arguments<InputOf<Name>>) => Promise<ResultOf<Name>>;
};
