import * as z from 'zod';

/** What a JSON Schema cannot say about a part of a result, for its GraphQL type and reports. */
interface ResultHint {
  readonly type?: { readonly name: string; readonly description: string };
  /** The field that holds the question beside its id. */
  readonly questionField?: string;
  /** Shown to people as a percentage, as a difference of two, or by the name of a level. */
  readonly unit?: 'share' | 'points' | 'difficulty';
  /** The values of an enum as people know them. */
  readonly titles?: Readonly<Record<string, string>>;
}

export const resultHints = z.registry<ResultHint>();

/** An object inside a result, and the name of its GraphQL type; results may share one. */
export function resultObject<T extends z.ZodRawShape>(name: string, description: string, shape: T) {
  return z.strictObject(shape).register(resultHints, { type: { name, description } });
}

/** The id of a question; GraphQL adds the question itself under `questionField`. */
export function questionId(questionField: string) {
  return z.string().register(resultHints, { questionField });
}

/** The same for several questions. */
export function questionIds(questionField: string) {
  return z.array(z.string()).register(resultHints, { questionField });
}
