import type { Fault, ServiceError } from '../domain/errors.ts';
import { toSnakeCase } from '../domain/naming.ts';

/** Validation errors with the field names of REST and of files. */
export function formatErrors(errors: readonly Fault[], separator = '\n'): string {
  return errors
    .map(({ path, detail }) => `${toSnakeCase(path.join('.'))}: ${detail}`)
    .join(separator);
}

/** Its validation errors, or its message when it has none. */
export function formatServiceError(
  { message, faults, members: { more } }: ServiceError,
  separator = '\n',
): string {
  if (faults.length === 0) return message;
  const listed = formatErrors(faults, separator);
  return more === undefined ? listed : `${listed}${separator}and ${more} more`;
}
