import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { didYouMean } from '../../domain/nearest-name.ts';
import { describeError } from './call-tool.ts';
import { rpcCodeOf } from './protocol-error.ts';

/** An error as the protocol's own, with the code of the contract in its data. */
export function toMcpError(error: ServiceError): McpError {
  return new McpError(rpcCodeOf(error.code), error.message, describeError(error));
}

/** The error that a tool has answered with. */
export function toProtocolError(problem: unknown): McpError {
  const { code, detail } = problem as { code: ErrorCode; detail: string };
  return new McpError(rpcCodeOf(code), detail, problem);
}

export function unknownName(what: string, name: string, known: readonly string[]): McpError {
  const shown = JSON.stringify(name.slice(0, 100));
  const message = `Unknown ${what} ${shown}.${didYouMean(name, known)}`;
  return toMcpError(new ServiceError('NOT_FOUND', message));
}
