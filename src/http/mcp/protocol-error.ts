import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorCode, errorTable, ServiceError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import { type HttpResponse, withLowerCaseNames } from '../exchange.ts';
import type { ProblemItem } from '../problem.ts';
import { toJsonPointer, toServiceError } from '../public-error.ts';
import type { RequestState } from '../request-state.ts';
import { describeError } from './call-tool.ts';

/** JSON-RPC's own codes; -32000 is for errors that the server defines. */
const rpcCodes: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: -32600,
  NOT_FOUND: -32602,
  BAD_USER_INPUT: -32602,
  // The protocol's for a task that has ended.
  CONFLICT: -32602,
  INTERNAL_SERVER_ERROR: -32603,
};

export function rpcCodeOf(code: ErrorCode): number {
  return rpcCodes[code] ?? -32000;
}

/** An error of the request as a whole, as JSON-RPC has it, with the code of the contract in `data`. */
export function protocolErrorResponse(
  error: ServiceError,
  { requestId }: RequestState,
  metadataUrl: string,
): HttpResponse {
  const headers = withLowerCaseNames(error.headers);
  const challenge = headers['www-authenticate'];
  // Where a client finds out how to get a token (RFC 9728).
  if (challenge) headers['www-authenticate'] = `${challenge}, resource_metadata="${metadataUrl}"`;
  const data = { ...describeError(error), request_id: requestId };
  return {
    status: errorTable[error.code].status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code: rpcCodeOf(error.code), message: error.message, data },
    }),
  };
}

/** A message with the code of the contract, also where the SDK itself has found an error. */
export function withContractError(
  message: JSONRPCMessage,
  state: RequestState,
  log: Log,
): JSONRPCMessage {
  if (!('error' in message) || message.error.data !== undefined) return message;
  const { code, message: text } = message.error;
  if (code === methodNotFound) {
    const data = describeError(new ServiceError('NOT_FOUND', text));
    return { ...message, error: { code, message: text, data } };
  }
  const items = readIssues(text);
  const error = items
    ? new ServiceError('BAD_USER_INPUT', 'Invalid params; see `data.errors`.')
    : toServiceError(new Error(text), state, log);
  const data = { ...describeError(error, items), request_id: state.requestId };
  return { ...message, error: { code: rpcCodeOf(error.code), message: error.message, data } };
}

const methodNotFound = -32601;

/** The SDK gives faults of params as the text of an internal error: a list of zod's issues. */
function readIssues(text: string): ProblemItem[] | undefined {
  try {
    return JSON.parse(text).map(
      ({ path, message }: { path: (string | number)[]; message: string }) => ({
        pointer: toJsonPointer(path),
        code: 'wrong_type',
        detail: message,
      }),
    );
  } catch {
    return undefined;
  }
}

/** An error that the SDK has found, with the code of the contract. */
export function withContractCode(response: HttpResponse, requestId: string): HttpResponse {
  const { status, body } = response;
  if (status < 400 || typeof body !== 'string') return response;
  const message = JSON.parse(body);
  const code = codeOfStatus(status);
  const data = { code, status, detail: message.error.message, request_id: requestId };
  return { ...response, body: JSON.stringify({ ...message, error: { ...message.error, data } }) };
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorTable) as ErrorCode[];
  return codes.find((code) => errorTable[code].status === status) ?? 'BAD_REQUEST';
}
