import type { z } from 'zod';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Rules } from '../../domain/rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter: its rules, and the variable of the stored operation that it sets (`filter.category`). */
export interface Parameter {
  readonly schema: z.ZodType;
  readonly variable: string;
  /** The variable's value, where it is not the parameter's own. */
  readonly read?: (value: unknown) => unknown;
}

export interface Body {
  /** What the OpenAPI document calls it; of a list, what it calls one item. */
  readonly name: string;
  readonly rules: Rules<unknown>;
  /** The variable that takes the body; without one its fields are variables themselves. */
  readonly variable?: string;
  /** An OAuth endpoint: takes a form as well as JSON, and the client's credentials by Basic. */
  readonly isOAuth?: boolean;
  /** Schemas of the OpenAPI document of which a field takes one, by the field's REST name. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>;
  /** A body that works as it stands, for those who try it out. */
  readonly example?: object;
  /** Fields that are shown but not set; a writer may send them back and they are passed over. */
  readonly readOnly?: readonly string[];
}

/** What a successful answer looks like beside its body. */
export interface Success {
  readonly status: 200 | 201 | 204;
  readonly location?: (body: ResponseBody) => string;
  readonly etag?: (body: ResponseBody) => string;
  /** Answers 202 with Location and Retry-After while this holds: the work goes on. */
  readonly isUnfinished?: (body: ResponseBody) => boolean;
  /** Nobody on the way may keep the answer. */
  readonly isSecret?: boolean;
  /** Leaves out what is null, where a standard tells absent from null. */
  readonly omitsNulls?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the row's own document selects.
export type ResponseBody = any;

/**
 * A REST route is data. The document's aliases are the REST names of the fields, so what it returns
 * under `body` (or, without that alias, its whole data) is the answer.
 */
export interface Row {
  readonly method: Method;
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: Body;
  /** Takes If-Match as the variable `ifVersion`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: wait=N` as the variable `wait`. */
  readonly waits?: boolean;
  readonly document: string;
  readonly success: Success;
  /** Error codes of the table that this route can answer with beyond those any such route can. */
  readonly errors: readonly ErrorCode[];
}
