import { deadline, delayList, onOff, seconds, setting } from './setting-schemas.ts';

/** The settings of webhooks, by the names of their variables. */
export const webhookSettings = {
  WEBHOOK_ALLOW_PRIVATE: setting(
    'off',
    'Send webhooks also to http URLs, any port and private addresses.',
    onOff,
  ),
  WEBHOOK_TIMEOUT: setting('15s', 'Maximum duration of an attempt to send a webhook.', deadline),
  WEBHOOK_RETRY_DELAYS: setting(
    '1s, 5s, 30s, 2m, 10m, 1h, 3h, 8h, 12h',
    'Delays before each further attempt, up to a fifth longer; then the delivery is DEAD.',
    delayList,
  ),
  WEBHOOK_RETENTION: setting('30d', 'How long webhook deliveries are kept.', seconds),
};
