import { type ErrorCode, errorTable } from '../../domain/errors.ts';
import { problemType } from '../problem.ts';
import type { Asset } from './asset.ts';
import { plainPage } from './plain-page.ts';

interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

const explanations: Readonly<Record<ErrorCode, Explanation>> = {
  BAD_REQUEST: {
    meaning: 'The URL, a header or the syntax of the body is invalid.',
    remedy: 'Correct each item of "errors": "parameter" or "pointer" says where, "detail" what.',
  },
  QUERY_TOO_COMPLEX: {
    meaning: 'The GraphQL operation is larger, deeper or costlier than one request may be.',
    remedy: 'Request fewer fields or smaller pages, or split the operation.',
  },
  UNAUTHENTICATED: {
    meaning: 'The operation requires a login, or the token or API key is invalid or expired.',
    remedy: 'Get an access token from /auth/login or /auth/token, and send it as "Bearer".',
  },
  SECOND_FACTOR_REQUIRED: {
    meaning: 'The password is right, and the account has a second factor.',
    remedy:
      'Send the login again with "code": six digits of the authenticator app, or a recovery code.',
  },
  FORBIDDEN: {
    meaning: 'The token or API key lacks the scope that the operation requires.',
    remedy: 'Use one with the scope named in "detail", or ask an administrator for the role.',
  },
  NOT_FOUND: {
    meaning: 'There is nothing at this path, or nothing that has this id.',
    remedy: 'Check the path at /docs and the id in the list it came from.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    meaning: 'The Accept header excludes every media type of the response.',
    remedy: 'Accept application/json, or a type that /docs lists for the path.',
  },
  REQUEST_TIMEOUT: {
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again, in smaller parts if the connection is slow.',
  },
  CONFLICT: {
    meaning: 'The change contradicts the current state, such as a source and external id in use.',
    remedy: 'Read the current state, then change the request or leave it.',
  },
  GONE: {
    meaning: 'What was asked for existed and is no longer kept.',
    remedy: 'Start again from the oldest position or the newest result that "detail" names.',
  },
  PRECONDITION_FAILED: {
    meaning: 'Somebody else changed the resource after the version in If-Match.',
    remedy: 'Read it again, apply the change to the new version, and send its ETag.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than the service accepts.',
    remedy: 'Send fewer items per request; for many questions, import a file.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The Content-Type or Content-Encoding of the body is not supported here.',
    remedy: 'Send application/json, or a type that /docs lists for the path.',
  },
  BAD_USER_INPUT: {
    meaning: 'The body is well-formed, but some of its values are invalid. Nothing was changed.',
    remedy: 'Correct each item of "errors": "pointer" says where, "detail" what is allowed.',
  },
  RATE_LIMITED: {
    meaning: 'The caller has used up its points for this minute.',
    remedy:
      'Wait for the seconds in Retry-After. A token has more points than an anonymous caller.',
  },
  HEADERS_TOO_LARGE: {
    meaning: 'The URL and headers are larger than 16 KB together.',
    remedy: 'Shorten them; move long values to the body.',
  },
  INTERNAL_SERVER_ERROR: {
    meaning: 'The service failed in a way that it should not.',
    remedy: 'Report the "request_id": the log has the cause under it.',
  },
  NOT_IMPLEMENTED: {
    meaning: 'The service does not support this feature of the protocol.',
    remedy: 'Use one of the alternatives in "detail".',
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'The service is busy, starting, stopping, or without its database.',
    remedy: 'Try again after the seconds in Retry-After, with an Idempotency-Key for writes.',
  },
  TIMEOUT: {
    meaning: 'The work took longer than its deadline and was stopped.',
    remedy: 'Request less at once, or wait for long work with "Prefer: wait=0" and poll it.',
  },
};

/** What each error means and what to do: a page for people, the same as JSON for programs. */
export function problemPages(): Map<string, Asset> {
  const codes = Object.keys(errorTable) as ErrorCode[];
  return new Map(
    codes.flatMap((code) => {
      const page = problemPage(code);
      // By its address, and by the code itself, which is what an error of GraphQL shows.
      return [
        [problemType(code), page],
        [`/problems/${code}`, page],
      ] as const;
    }),
  );
}

function problemPage(code: ErrorCode): Asset {
  const { status, title } = errorTable[code];
  const { meaning, remedy } = explanations[code];
  const content = [
    `<h1>${title}</h1>`,
    `<p>${meaning}</p>`,
    `<p><strong>What to do:</strong> ${remedy}</p>`,
    `<p>Code <code>${code}</code>, HTTP status ${status}. <a href="/docs">REST API</a></p>`,
  ];
  return {
    type: 'application/json; charset=utf-8',
    body: () => JSON.stringify({ code, status, title, meaning, remedy }),
    forPeople: plainPage(`${title} - Quaestor`, content.map((line) => `    ${line}`).join('\n')),
  };
}
