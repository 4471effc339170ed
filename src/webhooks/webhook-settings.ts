import type { Config } from '../config.ts';

/** How events are sent. */
export interface WebhookSettings {
  /** Also to http URLs and to addresses that are not on the public internet. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Before each attempt after the first. */
  readonly retryDelaysMs: readonly number[];
}

export function webhookSettingsOf(config: Config): WebhookSettings {
  return {
    allowPrivate: config.webhookAllowPrivate,
    timeoutMs: config.webhookTimeout,
    retryDelaysMs: config.webhookRetryDelays,
  };
}
