import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0: https://www.standardwebhooks.com

const secretPrefix = 'whsec_';

/** A new signing secret, in the form that the libraries of Standard Webhooks take. */
export function makeSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

export interface SignedMessage {
  /** The same in every attempt, so that receivers can recognize what they already have. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** The headers of a message, with a signature for each of the secrets that are valid now. */
export function signatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${sign(`${id}.${timestamp}.${body}`, secret)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
