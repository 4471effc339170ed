import type { z } from 'zod';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Rules } from '../../domain/rules.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter: its schema, and the variable of the stored operation that it sets (`filter.category`). */
export interface Parameter {
  readonly schema: z.ZodType;
  readonly variable: string;
  /** Values by the names that may stand for them. */
  readonly names?: Readonly<Record<string, unknown>>;
  readonly isRequired?: boolean;
  /** Converts the parameter to the variable's value. */
  readonly read?: (value: unknown) => unknown;
  /** Other variables that follow from it. */
  readonly also?: (value: unknown) => Readonly<Record<string, unknown>>;
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
  /** An empty body is an empty object. */
  readonly isOptional?: boolean;
  /** A valid body, shown in the documentation. */
  readonly example?: object;
  /** Fields of the response that clients may send back; they are ignored. */
  readonly readOnly?: readonly string[];
}

export interface Waiting {
  readonly defaultSeconds: number;
  /** What the response waits for. */
  readonly for: string;
}

/** Another media type that a response can have, for clients whose Accept names it. */
export interface OtherForm {
  readonly type: string;
  readonly description: string;
  /** Missing for a form that only the description of the response names. */
  readonly schema?: object;
  /** A body that is a text is sent as it is. */
  write(
    body: ResponseBody,
    fields?: readonly string[],
  ): { headers: Readonly<Record<string, string>>; body: unknown };
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
  readonly otherForms?: readonly OtherForm[];
  /** The response is the file that the operation offers, of one of these media types. */
  readonly downloads?: readonly string[];
  /** The response is JSON, or a file that the operation offers, of one of these media types. */
  readonly files?: readonly string[];
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
  /** A GET that also answers QUERY, with its parameters as a JSON body. */
  readonly takesQuery?: boolean;
  /** Of the variable `filter`, if the parameters that set its fields are all of its rules: it is valid then. */
  readonly filterRules?: Rules<unknown>;
  readonly body?: Body;
  /** The body is a file, which the operation reads as it arrives. */
  readonly isUpload?: boolean;
  /** Takes If-Match as the variable `ifVersion`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: wait=N` as the variable `wait`. */
  readonly waits?: Waiting;
  readonly document: string;
  /** The document for the fields that the parameter `fields` names. */
  readonly documentWith?: (fields: readonly string[]) => string;
  readonly success: Success;
  /** Error codes of this route beyond those of every route. */
  readonly errors: readonly ErrorCode[];
}
