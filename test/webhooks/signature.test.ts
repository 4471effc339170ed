import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { makeSecret, signatureHeaders } from '../../src/webhooks/signature.ts';

const message = { id: 'msg_1', sentAt: new Date(), body: '{"type":"question.created"}' };

it('is what the library of Standard Webhooks verifies', () => {
  const secret = makeSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const headers = signatureHeaders(message, [secret]);
  expect(new Webhook(secret).verify(message.body, headers)).toEqual({ type: 'question.created' });
  expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow();
  expect(() => new Webhook(makeSecret()).verify(message.body, headers)).toThrow();
});

it('is made with each secret while a new one replaces it', () => {
  const secrets = [makeSecret(), makeSecret()];
  const headers = signatureHeaders(message, secrets);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const secret of secrets) new Webhook(secret).verify(message.body, headers);
});
