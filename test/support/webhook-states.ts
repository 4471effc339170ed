import type { TestApp } from './app.ts';

type Headers = Record<string, string>;

/** Nobody listens there: a test fails at once. Requires WEBHOOK_ALLOW_PRIVATE. */
export const webhook = {
  url: 'http://127.0.0.1:9/hooks',
  events: ['question.created'],
  // Events of other tests are not for it.
  enabled: false,
};

export async function makeWebhook(
  { rest }: Pick<TestApp, 'rest'>,
  headers: Headers,
  overrides: object = {},
): Promise<{ id: string; secret: string }> {
  const { status, body } = await rest('POST', '/webhooks', { ...webhook, ...overrides }, headers);
  if (status !== 201) throw new Error(`The webhook was not created: ${JSON.stringify(body)}`);
  return body;
}

/** A disabled or enabled webhook with a delivery that has failed, as `webhook/delivery`. */
export async function makeDelivery(
  service: Pick<TestApp, 'rest'>,
  headers: Headers,
  overrides: object = {},
): Promise<string> {
  const { id } = await makeWebhook(service, headers, overrides);
  const { body } = await service.rest('POST', `/webhooks/${id}/test`, undefined, headers);
  return `${id}/${body.id}`;
}
