import type { z } from 'zod';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Rules } from '../../domain/rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter: its schema, and the variable of the stored operation that it sets (`filter.category`). */
export interface Parameter {
  readonly schema: z.ZodType;
  readonly variable: string;
  /** Converts the parameter to the variable's value. */
  readonly read?: (value: unknown) => unknown;
}

export interface Body {
  /** The name of its schema in the OpenAPI document; for a list, the name of the item's schema. */
  readonly name: string;
  readonly rules: Rules<unknown>;
  /** The variable that takes the body; without one, the body's fields are the variables. */
  readonly variable?: string;
  /** An OAuth endpoint: accepts a form as well as JSON, and client credentials by Basic. */
  readonly isOAuth?: boolean;
  /** Schemas of the OpenAPI document of which a field takes one, by the field's REST name. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>;
  /** A valid body, shown in the documentation. */
  readonly example?: object;
  /** Fields of the response that clients may send back; they are ignored. */
  readonly readOnly?: readonly string[];
}

/** The status and headers of a successful response. */
export interface Success {
  readonly status: 200 | 201 | 204;
  readonly location?: (body: ResponseBody) => string;
  readonly etag?: (body: ResponseBody) => string;
  /** While true, the response is 202 with Location and Retry-After. */
  readonly isUnfinished?: (body: ResponseBody) => boolean;
  /** The response must not be cached. */
  readonly isSecret?: boolean;
  /** Omits fields that are null, as OAuth requires. */
  readonly omitsNulls?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the row's own document selects its shape.
export type ResponseBody = any;

/**
 * A REST route is data. The document's aliases are the REST names of the fields, so the value of the
 * alias `body` (or, without it, the whole data) is the response body.
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
  /** Error codes of this route beyond those of every route. */
  readonly errors: readonly ErrorCode[];
}
