import type { RuleCode, ServiceError } from '../../domain/errors.ts';
import { runWithPauses } from '../../domain/rules.ts';
import type { HttpRequest } from '../exchange.ts';
import { createPause } from '../let-others-run.ts';
import { type ProblemItem, validationProblem } from '../problem.ts';
import { readIfMatch } from './conditions.ts';
import { readWait } from './prefer.ts';
import { readBodyInput } from './read-body-input.ts';
import { readQuery } from './read-query.ts';
import type { Match } from './router.ts';
import type { Body, Row } from './row.ts';

/** The variables of a stored operation, or what is wrong with them. */
export interface Input {
  readonly variables: Record<string, unknown>;
  readonly faults: readonly ProblemItem[];
  /** Of each item of a list; all of them when undefined. */
  readonly fields?: readonly string[];
  readonly error?: ServiceError;
}

/** What the path, the query string and headers say. */
export function readParameters(row: Row, { parameters }: Match, request: HttpRequest): Input {
  const variables: Record<string, unknown> = { ...parameters };
  if (request.search !== '' || hasRequired(row)) {
    const query = readQuery(row.query ?? {}, new URLSearchParams(request.search));
    if (query.faults.length > 0) return reject('BAD_REQUEST', query.faults);
    for (const [name, value] of query.values) {
      const { variable = name, read, also } = row.query?.[name] ?? {};
      setAt(variables, variable, read ? read(value) : value);
      if (also) Object.assign(variables, also(value));
    }
  }
  if (row.isConditional) variables.ifVersion = readIfMatch(request.header('if-match'));
  if (row.waits) {
    variables.wait = readWait(request.header('prefer'), row.waits.defaultSeconds);
  }
  if (!row.documentWith || !variables.fields) return { variables, faults: [] };
  // Chooses the operation instead of being a variable of it.
  const { fields, ...others } = variables;
  return { variables: others, faults: [], fields: fields as string[] };
}

function hasRequired({ query = {} }: Row): boolean {
  for (const name in query) if (query[name]?.isRequired) return true;
  return false;
}

export async function addBody(
  body: Body,
  { variables }: Input,
  request: HttpRequest,
  given: unknown,
): Promise<Input> {
  const steps = readBodyInput(body, withClient(body, given, request));
  const { value, faults } = await runWithPauses(steps, createPause());
  if (faults.length > 0) return reject('BAD_USER_INPUT', faults);
  if (body.variable) variables[body.variable] = value;
  else Object.assign(variables, value);
  return { variables, faults: [] };
}

/** An OAuth client may authenticate by Basic (RFC 6749, 2.3.1). */
function withClient({ isOAuth }: Body, given: unknown, request: HttpRequest): unknown {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (!isOAuth || !encoded || typeof given !== 'object' || given === null) return given;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  const decoded = new URLSearchParams(`id=${id}&secret=${secret.join(':')}`);
  return { ...given, client_id: decoded.get('id'), client_secret: decoded.get('secret') };
}

function reject(code: RuleCode, faults: readonly ProblemItem[]): Input {
  return { variables: {}, ...validationProblem(code, faults) };
}

/** Sets a variable, or a field of one (`filter.category`). */
export function setAt(variables: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) {
    variables[first] = value;
    return;
  }
  variables[first] ??= {};
  (variables[first] as Record<string, unknown>)[second] = value;
}
